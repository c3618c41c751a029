"""HTML; texts that are put into it are escaped."""

from __future__ import annotations

import string
from html import escape


class Html(str):
    """A piece of a page. What `format` puts into it is escaped, but for other pieces."""

    __slots__ = ()

    def format(self, *values, **named):
        return Html(_ESCAPING.vformat(self, values, named))

    def each(self, values):
        """The piece once for each of some values, one after another."""
        return Html("".join(map(self.format, values)))


class _Escaping(string.Formatter):
    def format_field(self, value, format_spec):
        return value if isinstance(value, Html) else escape(format(value, format_spec))


_ESCAPING = _Escaping()
