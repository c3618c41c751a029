"""All pictures of an `interactive_figure` in few bytes: what several share is there once."""

from __future__ import annotations

import json
import re
import zlib

_NAME = "\0"  # stands for the name of a figure, which no other has
_PIECE = re.compile("[<}][^<}]*")


def packed(pictures, shown):
    """Pictures as bytes, which `pictures.js` takes apart again.

    A picture is a dict with its "html", or with an "error" and none. Its pieces are those of the
    picture that is `shown`, which the page has, and new ones. They are told by their places among
    all, as steps from one past the last: pieces that follow each other there are steps of 0.
    """
    _, pieces = _parted(shown)
    places = {piece: k for k, piece in enumerate(dict.fromkeys(pieces))}
    known, told = len(places), []
    for picture in pictures:
        of = dict(picture)
        if "html" in of:
            of["name"], pieces = _parted(of.pop("html"))
            at = [places.setdefault(piece, len(places)) for piece in pieces]
            of["steps"] = [to - last - 1 for to, last in zip(at, [-1, *at], strict=False)]
        told.append(of)
    text = json.dumps({"pieces": [*places][known:], "pictures": told}, separators=(",", ":"))
    return zlib.compress(text.encode(), 9)


def _parted(html):
    """The name of a figure, and the pieces of its HTML without it."""
    name = html.split('"', 2)[1]
    return name, _PIECE.findall(html.replace(name, _NAME))
