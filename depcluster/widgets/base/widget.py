"""What every widget shares: its front end, its look and its one line of text."""

from __future__ import annotations

import threading
from os import PathLike
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets

from ..._utils.files import write_whole
from ..._validation import check_symmetric, is_whole, short_repr
from .saved import page_of, place_of, skeleton
from .traits import ArrayTrait, for_owner

VIEW = "application/vnd.jupyter.widget-view+json"
STAYS = "What was on screen stays."
ONE_AT_A_TIME = threading.RLock()  # see Widget
MOST_ROWS = 256  # of a matrix in a link
MOST = 1e50  # of an entry of a matrix, so that products of several are finite


class Matrix(ArrayTrait):
    """A symmetric float matrix, held as a NumPy array and sent as nested lists.

    Values are copied and made read-only, so that a change always goes through the trait. ``rows``
    are the least and the largest number of rows, or a function of the trait's owner that gives
    them; ``note`` ends the sentence that an error says of them.
    """

    info_text = "a symmetric matrix of finite numbers"

    def __init__(self, default_value=((0.0,),), *, rows=(1, np.inf), note="", **kwargs):
        super().__init__(default_value, **kwargs)
        self.rows, self.note = rows, note

    def validate(self, obj, value):
        name = self.name or "value"
        try:
            matrix = np.array(value, dtype=float)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{name} must be {self.info_text}; got {short_repr(value)}.") from None
        largest = np.abs(matrix).max(initial=0)
        if MOST < largest < np.inf:
            raise ValueError(
                f"{name} must have entries of at most {MOST:g} in size; got {largest:g}. Try "
                f"{name} / {name}.max()."
            )
        what = "a square matrix, one row for each cluster"
        check_symmetric(matrix, name, what=what, hint="Pass (A + A.T) / 2.")
        low, most = for_owner(self.rows, obj)
        if not low <= len(matrix) <= most:
            several = f"{low}" if low == most else f"from {low} to {most}"
            raise ValueError(
                f"{name} must have {several} rows{self.note}, one for each cluster; got "
                f"{len(matrix)}."
            )
        matrix.setflags(write=False)
        return matrix

    def for_page(self, owner):
        low, most = for_owner(self.rows, owner)
        return {"kind": "matrix", "low": low, "high": min(most, MOST_ROWS), "most": MOST}


class Widget(anywidget.AnyWidget):
    """Base of depcluster's widgets.

    A subclass gives ``_esm`` and ``_css`` (from :func:`.bundle.bundle`) and :meth:`summary`, the
    line of text that stands beside the live view.

    What a page sends is input from a stranger, and :meth:`set_state` is the door it comes by. A
    page may set the traits that are tagged ``control=True``, to what their checks let pass, and
    a message is taken whole or not at all.

    JupyterLab brings messages of the page in a thread of their own, while a cell may run. So the
    widgets of a process have one lock, ``ONE_AT_A_TIME``: a message is taken and answered under
    it, a trait is set under it, and what is set meanwhile waits for the end of the answer.
    """

    _python = traitlets.Bool(True).tag(sync=True)  # False in what is kept for pages without it
    _page = traitlets.Dict().tag(sync=True)  # what the page needs to save itself
    _allowed = traitlets.Dict().tag(sync=True)  # what a link may set, by trait, and to what
    _lives_alone = True  # whether the page can answer all that it asks

    @traitlets.default("_page")
    def _skeleton(self):
        return skeleton(type(self))

    def _tell_allowed(self):
        """Tell a page that lives alone what its controls can be: it takes links, from strangers."""
        controls = self.traits(control=True) if self._lives_alone else {}
        told = {
            name: trait.metadata.get("for_page", getattr(trait, "for_page", None))
            for name, trait in controls.items()
            if name[0] != "_"
        }
        self._allowed = {name: of(self) for name, of in told.items()}

    def __setattr__(self, name, value):
        if not self.has_trait(name):  # such as a counter, which needs no page
            super().__setattr__(name, value)
            return
        with ONE_AT_A_TIME:
            super().__setattr__(name, value)

    def _handle_msg(self, msg):
        with ONE_AT_A_TIME:
            super()._handle_msg(msg)

    def _handle_custom_msg(self, content, buffers):
        asked = content.get("are_you_there") if isinstance(content, dict) else None
        if is_whole(asked):
            self.send({"here": int(asked)})
        else:
            super()._handle_custom_msg(content, buffers)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take a message of the page, or leave everything as it is and say so to the page.

        Parameters
        ----------
        sync_data : dict of str to object
            Values of traits, as the page sends them. Those it may not set are left out.
        """
        controls = self.trait_names(control=True)
        asked = {name: value for name, value in sync_data.items() if name in controls}
        with self.hold_sync():
            refusal = self._set_together(asked)
            # What is refused is echoed as it was: a page waits for the echo of what it has sent.
            super().set_state(asked if refusal is None else self.get_state(list(asked)))
            back = [name for name in sync_data if refusal is not None or name not in asked]
            self.send_state([name for name in back if name in self.keys])
            if refusal is None:
                self._accepted(asked)
            else:
                self._reject(refusal)

    def _set_together(self, values):
        """Set some traits, all or none; returns what is wrong with them, None for good ones."""
        try:
            with self._lock_property(**values), self.hold_trait_notifications():
                try:
                    for name, value in values.items():
                        self.set_trait(name, value)
                    for name in values:
                        trait = getattr(type(self), name)
                        trait._cross_validate(self, getattr(self, name))
                except Exception as error:  # a value that trips its check has not passed it
                    raise traitlets.TraitError from error  # which takes all of them back
        except traitlets.TraitError as refused:
            return refused.__cause__ or refused
        return None

    def _accepted(self, values):
        """Go on from a message of the page that has been taken."""

    def _reject(self, refusal):
        """Say on the page why a message was refused, in its status bar (`parts/notice.js`)."""
        self.send({"refused": f"{refusal} {STAYS}"})

    def save_html(self, path: str | PathLike[str]) -> Path:
        """Save the widget, as it stands, as a page that lives without Python.

        One file for a deck, a mail or a learning platform: what the page computes by itself it
        goes on computing there, in light and in dark, and it asks no network for anything. With a
        `KernelExplorer` of 200 points in two features it is of some 400 kB, with 1500 points of
        some 450 kB. What `interactive_figure` has made draws all of its pictures first.

        Parameters
        ----------
        path : str or path-like
            Where to write it, ending in .html. What stands there is replaced, by a whole page or
            not at all.

        Returns
        -------
        pathlib.Path

        Raises
        ------
        ValueError
            If Python has to answer what the page asks, as for a `DataFile`, or for an
            `interactive_figure` of more than 100 pictures; if the path is that of a folder, does
            not end in .html, or is in a folder that is not there; or if the file cannot be written.

        Examples
        --------
        >>> import tempfile
        >>> from depcluster.datasets import make_circle
        >>> from depcluster.widgets import KernelExplorer
        >>> explorer = KernelExplorer(make_circle(n_samples=60)[0], 4, label_kernel="ring")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     explorer.save_html(f"{folder}/ring.html").name
        'ring.html'
        """
        place = place_of(path)
        with ONE_AT_A_TIME:
            if not self._lives_alone:
                raise ValueError(
                    f"save_html needs a widget whose page answers by itself; that of this "
                    f"{type(self).__name__} asks Python. Try Save picture in its status bar."
                )
            self._complete()
            self._tell_allowed()
            write_whole(place, page_of(self), "path")
        return place

    def _complete(self):
        """Put into the state all that a page without Python needs."""

    def summary(self) -> str:
        """One line that says what is set: widget, sizes, controls."""
        raise NotImplementedError

    def __repr__(self):
        return self.summary()

    def _repr_mimebundle_(self, **kwargs):
        with ONE_AT_A_TIME:
            self._tell_allowed()
            bundle = super()._repr_mimebundle_(**kwargs)
            data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
            data["text/plain"] = self.summary()
        # By this the extension in `share/jupyter/labextensions` knows an output of ours.
        return data, {**metadata, VIEW: {"depcluster": True}}
