"""Explorers whose page answers by itself, and tells Python what it has found."""

from __future__ import annotations

import traitlets

from .controls import ClusterControls
from .labelling import Labelling, labels_of


class AnsweredByPage(ClusterControls):
    """An explorer that leaves questions to its page.

    The page tells labels with their objective in ``_labelling``, in one message with the controls
    that it answers to. They are ``_heard`` as long as that question stands, and believed by what
    computes with them. A subclass gives :meth:`_keep`, ``_n_on_screen``, how many samples there
    are, ``_input``, what the page computes with, and what `Following` asks for.
    """

    _heard = None  # what the page tells, or was told, of the question that is left to it
    _brings_labels = False  # whether the message that is being taken does

    _labelling = Labelling().tag(sync=True, control=True)
    _input = traitlets.Dict().tag(sync=True)

    def _keep(self, labels):
        """Labels of the samples on screen, to go on with their points."""
        raise NotImplementedError

    @property
    def _has_answered(self):
        return bool(self._input)

    def _vet(self, question):
        self._heard = None

    def set_state(self, sync_data):
        """Take a message of the page, whose labels belong to the question that comes with them."""
        self._brings_labels = "_labelling" in sync_data
        if self._left is not None:
            self._turned_away = ""  # such a message has no number, and need not change a control
        super().set_state(sync_data)
        if self._brings_labels:
            self._hear()
        if self._left is not None:
            self._tell_state()

    def _turn_away(self, refusal, asked):
        self._brings_labels = False
        super()._turn_away(refusal, asked)

    def _hear(self):
        """Labels that the page tells go on with their points; `_follow` checks their objective."""
        if self._left is None or self._error:
            return
        labels = labels_of(self._labelling, self._n_on_screen, self._left.n_clusters)
        if labels is not None:
            self._keep(labels)
        self._heard = None if labels is None else self._labelling
        self._is_behind = True

    def _tell(self, labelling):
        """Tell the page what Python has found, unless it was the page that told it."""
        if labelling != self._heard:
            self._heard = self._labelling = labelling

    def _tell_state(self):
        if self._left is None:
            super()._tell_state()
            return
        settled = self._heard is not None and self._heard["settled"]
        self._progress = []
        self.state = "refused" if self._words else "settled" if settled else "answer"
