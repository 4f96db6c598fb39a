"""Replay finds the first bad event of a log, and says what it is."""

import copy
import json
import random

import pytest

import zhuji_sim as zj
from tests.engine.scenarios_script import Scripted
from zhuji_sim.deals.render import render
from zhuji_sim.deals.replay import read_log, replay
from zhuji_sim.errors import LogError
from zhuji_sim.rules import PRESETS

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)


@pytest.fixture(scope="module")
def logs():
    """A few deals of each preset, as they come out of JSON."""
    made = {}
    for preset in PRESETS:
        deals = [
            zj.play(preset, ["tai", "random", "tai", "speed"], seed=4, index=index) for index in range(5)
        ]
        deals.append(zj.play(preset, "tai", seed=4, index=9, draws="lanes", lao_zhuang=2))
        made[preset] = json.loads(json.dumps(deals))
    return made


def refusal(log):
    """What replay says of a log, in one line."""
    with pytest.raises(LogError) as caught:
        replay(log)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def first(log, do):
    """Index of the first event of a kind, or None."""
    return next((at for at, event in enumerate(log["events"]) if event["do"] == do), None)


@EVERYWHERE
def test_logs_replay_to_themselves(logs, preset):
    """Guards against logs that lack something a replay needs."""
    for log in logs[preset]:
        again = json.loads(json.dumps(replay(log).log()))
        assert again == {key: value for key, value in log.items() if key != "players"}


@EVERYWHERE
def test_a_changed_event_is_found_where_it_stands(logs, preset):
    """Guards against changes that are found late, or only in the result."""
    coin = random.Random(PRESETS.index(preset))
    changed = 0
    for log in logs[preset]:
        for number in coin.sample(range(len(log["events"])), 8):
            event = log["events"][number]
            for wrong in changes(event):
                broken = copy.deepcopy(log)
                broken["events"][number] = wrong
                # A missing claim shows at the draw that stands in its place; nothing is found before.
                assert refusal(broken).startswith(f"event {number}"), wrong
                changed += 1
    assert changed > 60


def changes(event):
    """Ways to falsify one event."""
    yield event | {"do": "dance"}
    if event["do"] == "discard":
        yield event | {"tile": "0m"}
    if event["do"] == "draw":
        yield event | {"tile": "1m" if event["tile"] != "1m" else "2m"}
        yield event | {"tail": not event.get("tail", False)}
    if event.get("seat"):
        yield event | {"seat": "ESWN"["ESWN".index(event["seat"]) - 1]}
    if event["do"] == "bid":
        yield event | {"contract": "独99"}
    if event["do"] == "caishen":
        yield event | {"tiles": ["5m", "7m"]}
    if event.get("meld"):
        yield event | {"meld": "[111m]" if event["meld"] != "[111m]" else "[222m]"}
    if event.get("from"):
        yield event | {"from": event["seat"]}
    if event["do"] == "hu":
        yield event | {"by": "heavenly" if event["by"] != "heavenly" else "rob"}
        yield event | {"tile": "1m" if event["tile"] != "1m" else "2m"}


@EVERYWHERE
def test_missing_and_surplus_events_are_found(logs, preset):
    """Guards against logs that stop early or go on after the end."""
    for log in logs[preset]:
        cut = copy.deepcopy(log)
        del cut["events"][len(cut["events"]) // 2 :]
        assert refusal(cut).startswith(f"event {len(cut['events'])}")
        longer = copy.deepcopy(log)
        longer["events"].append({"seat": "E", "do": "pass"})
        assert refusal(longer).startswith(f"event {len(log['events'])} (E pass): the deal is over")
        skipped = copy.deepcopy(log)
        at = first(log, "draw")
        del skipped["events"][at]
        assert refusal(skipped).startswith(f"event {at}")


def test_what_was_possible_is_named(logs):
    """Guards against a refusal that does not help."""
    log = copy.deepcopy(logs["heping"][0])
    at = first(log, "discard")
    log["events"][at]["tile"] = next(
        tile for tile in ("1m", "9p", "东") if tile not in log["wall"][:13] + log["wall"][53:54]
    )
    message = refusal(log)
    assert "E to act, expected one of: " in message
    assert "discard " in message


@EVERYWHERE
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("winner", "Q"),
        ("tai", 99),
        ("points", {"E": 0}),
        ("declarer", "Q"),
        ("contract", "9"),
        ("by", "luck"),
        ("loser", "Q"),
    ],
)
def test_a_result_that_the_deal_does_not_have(logs, preset, key, value):
    """Guards against results that are taken from the log."""
    log = copy.deepcopy(next(log for log in logs[preset] if log["result"]["winner"]))
    log["result"][key] = value
    assert refusal(log).startswith(f"result: {key} is {value!r}, the rules give ")


@EVERYWHERE
@pytest.mark.parametrize("key", ["items", "hand", "melds"])
def test_a_winners_hand_that_he_does_not_have(logs, preset, key):
    """Guards against items, hands and melds that nobody looks at."""
    log = copy.deepcopy(next(log for log in logs[preset] if log["result"]["winner"]))
    log["result"][key] = {
        "items": {"pinghu": 1, "earthly": 7},
        "hand": "123m",
        "melds": ["[111m]", "[222m]"],
    }[key]
    assert refusal(log).startswith(f"result: {key}")


def test_another_best_reading_of_the_hand_is_as_good():
    """Guards against logs of others that are refused because they read an equal hand in another way."""
    hands = {"E": "1p", "S": "中中 发发 5m 123m 456p 78p", "draws": "9p"}
    log = Scripted("bao", "E discard 1p, nobody, S hu", caishen="5m", **hands).finish()
    readings = [{"dragon_red": 1}, {"dragon_green": 1}]
    assert log["result"]["items"] in readings
    for items in readings:
        replay(log | {"result": log["result"] | {"items": items}})
    assert "items" in refusal(log | {"result": log["result"] | {"items": {"dragon_white": 1}}})


@pytest.mark.parametrize(
    ("key", "value", "part"),
    [
        ("wall", ["1m"] * 136, "wall: expected each of the 34 kinds four times"),
        ("wall", ["1m"], "found 1 tiles"),
        ("wall", ["1x"] * 136, "1x"),
        ("wall", 3, "not a deal log"),
        ("wall", None, "not a deal log"),
        ("rules", {"preset": "mao"}, "mao"),
        ("rules", {"preset": "bao", "colour": "red"}, "colour"),
        ("rules", 3, "not a deal log"),
        ("events", None, "events: expected a list"),
        ("events", [3], "event 0: expected an object with do"),
        ("events", [{"seat": "E"}], "event 0: expected an object with do"),
        ("events", [{"seat": "E", "do": ["bid"]}], "event 0: expected an object with do"),
        ("events", [{"seat": 3, "do": "bid", "contract": "2"}], "event 0"),
        ("events", [{"seat": "E", "do": "bid", "contract": {"a": 1}}], "event 0"),
        ("events", [{"seat": "E", "do": "caishen", "tiles": 3}], "event 0"),
        ("events", [{"seat": "E", "do": "discard", "tile": ["9s"]}], "event 0"),
        ("events", [{"seat": "E", "do": "peng", "meld": 3, "laid": 3}], "event 0"),
        ("lao_zhuang", "yes", "lao_zhuang 'yes'"),
        ("lao_zhuang", -1, "lao_zhuang -1"),
        ("result", None, "result: missing"),
        ("result", 3, "result: missing"),
        ("forced", {"declarer": "Q", "contract": "2"}, "Q"),
        ("forced", {"declarer": "E"}, "forced"),
        ("forced", 3, "forced"),
        ("seed", "one", "seed"),
        ("deal", [1], "deal"),
        ("draws", "river", "draws 'river'"),
        ("indicator", "1m", "indicator '1m': expected None"),
        ("seed", -1, "seed -1"),
    ],
)
def test_malformed_logs_are_refused_in_one_line(logs, key, value, part):
    """Guards against tracebacks for what is no deal log."""
    log = copy.deepcopy(logs["bao"][0])
    log[key] = value
    assert part in refusal(log)


def test_files_that_are_no_logs(tmp_path):
    """Guards against tracebacks of JSON and of the operating system."""
    with pytest.raises(LogError, match="No such file"):
        read_log(tmp_path / "none.json")
    for text, part in (
        ("{", "not JSON"),
        ("[]", "expected a JSON object"),
        ("NaN", "expected a JSON object"),
    ):
        path = tmp_path / "deal.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LogError, match=part):
            read_log(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(LogError, match="not JSON"):
        read_log(path)
    path.write_text(json.dumps(zj.play("bao", "random", seed=1)), encoding="utf-8")
    replay(read_log(path))


def test_a_robbed_gang_replays_and_a_gang_that_was_robbed_is_no_gang():
    """Guards against robbed gangs, which leave no gang event, being taken for claims on a discard."""
    script = "E discard 9s, W peng [999s], W discard 北, nobody, around 3, nobody, W gang [9999s], N hu"
    hands = {"E": "9s", "W": "99s 北", "N": "22s 456s 456s 456s 78s", "draws": "1p 2p 3p 9s"}
    for preset in PRESETS:
        log = json.loads(
            json.dumps(Scripted(preset, script, caishen="8m 9m", declarer="W", **hands).finish())
        )
        robbed = copy.deepcopy(log)
        robbed["events"][-1]["by"] = "self_draw"
        assert refusal(robbed).startswith(f"event {len(log['events']) - 1}")


@EVERYWHERE
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_event_is_told_in_words(logs, preset, lang):
    """Guards against events without a line, and lines with gaps."""
    for log in logs[preset]:
        lines = render(log, lang)
        assert len(lines) > len(log["events"])
        assert all(line and "{" not in line and "None" not in line for line in lines)
