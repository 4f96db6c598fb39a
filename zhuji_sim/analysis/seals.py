"""Parquet files that tell whether a byte of them has changed.

The footer holds a digest of the whole file, taken with zeros in the digest's own place.
"""

import hashlib
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

__all__ = ["DamagedError", "open_sealed", "sealed"]

_KEY: Final = b"zhuji_seal"
_DIGEST_BYTES: Final = 16
_BLANK: Final = b"0" * (2 * _DIGEST_BYTES)


class DamagedError(OSError):
    """A file whose bytes are not those that were written."""


def sealed(table: pa.Table) -> bytes:
    """A table as a Parquet file of one row group, sealed; the schema's metadata is kept."""
    metadata = {**(table.schema.metadata or {}), _KEY: _BLANK}
    buffer = pa.BufferOutputStream()
    pq.write_table(
        table.replace_schema_metadata(metadata),
        buffer,
        compression="zstd",
        row_group_size=max(1, table.num_rows),
    )
    content = buffer.getvalue().to_pybytes()
    return _put(content, content.rindex(_BLANK), _digest(content))


def open_sealed(path: Path, *, required: bool = True) -> pq.ParquetFile:
    """Open a sealed file, all of it checked.

    Parameters
    ----------
    path : Path
        The file.
    required : bool
        Whether a file without a seal counts as damaged.

    Raises
    ------
    DamagedError
        A byte of it has changed.
    pyarrow.ArrowException, OSError
        It cannot be read.
    """
    content = path.read_bytes()
    file = pq.ParquetFile(pa.BufferReader(content))
    seal: bytes | None = (file.metadata.metadata or {}).get(_KEY)
    if seal is None and not required:
        return file
    if not seal or len(seal) != len(_BLANK):
        raise DamagedError("it has no seal")
    if _digest(_put(content, content.rindex(seal), _BLANK)) != seal:
        raise DamagedError("its bytes have changed since it was written")
    return file


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).hexdigest().encode()


def _put(content: bytes, place: int, digest: bytes) -> bytes:
    return content[:place] + digest + content[place + len(digest) :]
