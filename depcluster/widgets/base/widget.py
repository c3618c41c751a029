"""What every widget shares: its front end, its look, its picture and its one line of text."""

from __future__ import annotations

import base64
from pathlib import Path

import anywidget
import numpy as np

from ...checks.matrices import check_symmetric
from ...plotting.alt_text import png
from .traits import ArrayTrait

HERE = Path(__file__).parents[1]
_SHARED = ("base/look.css", "label_kernel_editor/editor.css", "explorer/parts/following.css")
STILL_WIDTH = 900


def front_end(*names):
    """Join front-end files into one script.

    Parameters
    ----------
    *names : str
        Paths below `depcluster/widgets`, in the order they build on each other. The last one
        holds ``export default { render }``.

    Returns
    -------
    str
        The text of ``_esm``.
    """
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)


def _style():
    """All style sheets, those that several widgets build on first.

    Every widget brings the same text: a page holds many, and of two rules equally specific the
    later one wins, whichever widget comes last.
    """
    found = (path.relative_to(HERE).as_posix() for path in HERE.rglob("*.css"))
    return front_end(*_SHARED, *sorted(set(found) - set(_SHARED)))


class Matrix(ArrayTrait):
    """A symmetric float matrix, held as a NumPy array and sent as nested lists.

    Values are copied and made read-only, so that a change always goes through the trait.
    """

    info_text = "a symmetric matrix of finite numbers"

    def __init__(self, default_value=((0.0,),), **kwargs):
        super().__init__(default_value, **kwargs)

    def validate(self, obj, value):
        name = self.name or "value"
        try:
            matrix = np.array(value, dtype=float)
        except (TypeError, ValueError):
            raise ValueError(f"{name} must be {self.info_text}; got {value!r}.") from None
        what = "a square matrix, one row for each cluster"
        check_symmetric(matrix, name, what=what, hint="Pass (A + A.T) / 2.")
        matrix.setflags(write=False)
        return matrix


class Widget(anywidget.AnyWidget):
    """Base of depcluster's widgets.

    A subclass gives ``_esm`` (from :func:`front_end`), :meth:`summary` and :meth:`still`. Beside
    the live view, its mimebundle then carries a PNG with alt text and one line of text, drawn
    from the same state, for pages that run no widgets.
    """

    _css = _style()

    def summary(self):
        """One line that says what is shown: widget, sizes, objective."""
        raise NotImplementedError

    def still(self):
        """Draw the current state as a matplotlib Figure (see :mod:`.sheet`)."""
        raise NotImplementedError

    def __repr__(self):
        return self.summary()

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        data["image/png"] = base64.b64encode(png(self.still(), STILL_WIDTH)).decode("ascii")
        data["text/plain"] = self.summary()
        metadata["image/png"] = {"alt": self.summary(), "width": STILL_WIDTH}
        return data, metadata
