"""A file that a page sends in pieces: what came is looked at before it is kept."""

from __future__ import annotations

from ..._validation import is_whole, short_repr

MOST = 50_000_000  # bytes of a file, of which the page tells before it sends any
PIECE = 1_000_000  # bytes of a message; a server lets 10 MB pass
_LONGEST = 255  # letters of a name


class Upload:
    """What has come of one file; ``by_path``: whether the page may name a path instead."""

    def __init__(self, by_path):
        self._by_path = by_path
        self.name, self.size, self._data = "", 0, bytearray()

    def take(self, piece, data):
        """Keep a piece that continues the file, and tell whether this is complete.

        ``piece`` has "name" and "size" of the file, and "at", the byte at which it begins; 0
        begins another file.
        """
        name, size, at = (piece.get(key) for key in ("name", "size", "at"))
        if not isinstance(name, str) or not 0 < len(name) <= _LONGEST:
            raise ValueError(f"name must be that of a file; got {short_repr(name)}.")
        if not is_whole(size) or not is_whole(at) or size < 0:
            raise ValueError(
                f"size and at must count bytes; got {short_repr(size)} and {short_repr(at)}."
            )
        if size > MOST:
            way = "Give its path instead" if self._by_path else "Use table.load(path) in Python"
            raise ValueError(
                f"{name} has {size / 1e6:.0f} MB, and a page can send {MOST / 1e6:.0f}. {way}: a "
                "file read by its path may be larger."
            )
        if at == 0:
            self.name, self.size, self._data = name, size, bytearray()
        new = memoryview(data).nbytes
        fits = (name, size, at) == (self.name, self.size, self.taken) and new <= PIECE
        if not fits or at + new > size or (not new and size):
            raise ValueError(f"{name} came in pieces that do not fit together. Choose it again.")
        self._data += data
        return self.taken == size

    @property
    def taken(self):
        """Bytes that have come."""
        return len(self._data)

    def whole(self):
        """The file, which is then let go."""
        data, self._data = bytes(self._data), bytearray()
        return data
