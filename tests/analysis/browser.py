"""A headless Chromium that tells what a page asks for, complains of, and measures.

It is spoken to in the DevTools protocol over two pipes (`--remote-debugging-pipe`): messages are JSON, each
ended by a zero byte.
"""

import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 20.0
"""No answer takes longer."""
OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe"),
    *("--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND"),
)


def found() -> str | None:
    """The path of a Chromium, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@dataclass
class Opened:
    """A page that has been opened: what it asked for, what it complained of, and answers about it."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)


class Browser:
    """A running Chromium; use it as a context.

    Parameters
    ----------
    path : str
        Of the program.
    profile : Path
        A folder for what it keeps.
    """

    def __init__(self, path: str, profile: Path) -> None:
        their_read, our_write = map(_high, os.pipe())
        our_read, their_write = map(_high, os.pipe())
        wired = f'exec "$@" 3<&{their_read} 4>&{their_write}'
        command = ["bash", "-c", wired, "_", path, *OPTIONS, f"--user-data-dir={profile}", "about:blank"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(command, pass_fds=(their_read, their_write), **quiet)
        for end in (their_read, their_write):
            os.close(end)
        self._read, self._write = our_read, our_write
        self._number, self._rest = 0, b""

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._ask("Browser.close", {}, None, Opened())
            self._process.wait(SECONDS)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for end in (self._read, self._write):
            os.close(end)

    def open(self, path: Path, width: int, height: int, **questions: str) -> Opened:
        """Open a file in a window of this size and evaluate expressions in it, by name, in order."""
        seen = Opened()
        target = self._ask("Target.createTarget", {"url": "about:blank"}, None, seen)["targetId"]
        attach = {"targetId": target, "flatten": True}
        session = self._ask("Target.attachToTarget", attach, None, seen)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._ask(f"{domain}.enable", {}, session, seen)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < height}
        self._ask("Emulation.setDeviceMetricsOverride", size, session, seen)
        self._ask("Page.navigate", {"url": path.as_uri()}, session, seen)
        self._listen("Page.loadEventFired", seen)
        for name, expression in questions.items():
            asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
            answer = self._ask("Runtime.evaluate", asked, session, seen)
            assert "exceptionDetails" not in answer, answer["exceptionDetails"]
            seen.values[name] = answer["result"].get("value")
        self._ask("Target.closeTarget", {"targetId": target}, None, seen)
        return seen

    def _ask(self, method: str, given: dict[str, Any], session: str | None, seen: Opened) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": given}
        message |= {} if session is None else {"sessionId": session}
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while (answer := self._next(seen)).get("id") != self._number:
            pass
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def _listen(self, method: str, seen: Opened) -> None:
        while self._next(seen).get("method") != method:
            pass

    def _next(self, seen: Opened) -> dict[str, Any]:
        """The next message; what it tells of the page is noted."""
        deadline = time.monotonic() + SECONDS
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], max(0, deadline - time.monotonic()))
            part = os.read(self._read, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError(f"no answer from Chromium within {SECONDS:g} s")
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\0")
        message = json.loads(line)
        method, told = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            seen.requests.append(told["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            seen.complaints.append(told["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled":
            seen.complaints.append(f"{told['type']}: {told['args']}")
        elif method == "Log.entryAdded":
            seen.complaints.append(told["entry"]["text"])
        return message


def _high(end: int) -> int:
    """The same end of a pipe under a number that the shell does not use."""
    moved = fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(end)
    return moved
