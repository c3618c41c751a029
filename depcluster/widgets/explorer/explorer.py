"""What the explorers share: controls that ask, a page that answers, and Python, which checks it."""

from __future__ import annotations

import time

import numpy as np
import traitlets

from ..._utils.blas import one_blas_thread
from ..base.widget import ONE_AT_A_TIME, Widget
from .labelling import Labelling, labels_of
from .panels import Panelled

PATIENCE = 2.0  # seconds that a picture waits for its curves
STAYS = "The last result stays on screen."


class Explorer(Panelled, Widget):
    """A widget whose page answers what its controls ask, and tells Python what it has found.

    1. A control in ``_controls`` moves; :meth:`_reconcile` lets the others agree with it.
    2. Together they ask one `Question`, of the class ``_asks``. :meth:`_vet` refuses one that has
       no answer with a ValueError, and what was on screen stays.
    3. The page answers by itself, at once, and searches on when no control moves. It tells labels
       with their objective in ``_labelling``, in one message with the controls that it answers
       to. They are ``_heard`` as long as that question stands.
    4. When somebody reads what is on screen, :meth:`_follow` takes over what was heard, if it has
       the objective told, or computes an answer; :meth:`_show` keeps it.

    ``state`` says in a word what is on screen: "answer", a first one, behind which the page may be
    searching; "settled", the answer of the whole search; "refused", what it was before a question
    or a message that was refused.

    A subclass gives ``_controls``, ``_asks``, `_follow`, `_work`, `_show`, `_keep`,
    ``_n_on_screen``, how many samples there are, and, where controls depend on each other,
    `_reconcile`.
    """

    _controls = ()
    _asks = None

    _asked = None  # the last question
    _left = None  # the last one that was not refused, which is left to the page
    _shown = None  # the last one that Python knows an answer to
    _is_behind = False  # whether Python has yet to answer the one left to the page
    _heard = None  # what the page tells, or was told, of that one
    _brings_labels = False  # whether the message that is being taken does
    _error = ""  # what is wrong with the last question
    _rejection = ""  # what is wrong with the last message of the page
    _answering = False

    state = traitlets.Unicode("answer").tag(sync=True)
    _labelling = Labelling().tag(sync=True, control=True)
    _input = traitlets.Dict().tag(sync=True)  # what the page computes with

    def settle(self):
        """Find now what a page finds once no control moves.

        Returns
        -------
        Explorer
            Itself.
        """
        with ONE_AT_A_TIME:
            self._catch_up()
            if self._shown is not None:
                self._take_steps(self._work())
        return self

    def set_state(self, sync_data):
        """Take a message of the page, whose labels belong to the question that comes with them."""
        self._brings_labels, self._rejection = "_labelling" in sync_data, ""
        super().set_state(sync_data)
        if self._brings_labels:
            self._hear()
        self._tell_state()

    def _reject(self, refusal):
        self._brings_labels, self._rejection = False, f"{refusal} {STAYS}"
        self.send({"refused": self._rejection})

    def _reconcile(self, changed):
        """Let the controls agree; the changed one leads."""

    def _vet(self, question):
        """A ValueError refuses a question; what was heard is not of one that passes."""
        self._heard = None

    def _keep(self, labels):
        """Labels of the samples on screen, to go on with their points."""
        raise NotImplementedError

    def _follow(self, question):
        """The answer to a question, for `_show`: what was heard, if it is right, or Python's own.

        A ValueError refuses the question and changes nothing.
        """
        raise NotImplementedError

    def _work(self):
        """Iterator over the steps of a whole search behind the answer, for `_show`.

        None shows nothing.
        """
        raise NotImplementedError

    def _show(self, step):
        """Keep the answer to the question ``_shown``, or a later step, and tell the page."""
        raise NotImplementedError

    def _labels_told(self):
        """Labels that may be those of the question left to the page, or None."""
        return labels_of(self._labelling, self._n_on_screen, self._left.n_clusters)

    def _hear(self):
        """Labels that the page tells go on with their points; `_follow` checks their objective."""
        if self._left is None or self._error:
            return
        labels = self._labels_told()
        if labels is not None:
            self._keep(labels)
        self._heard = None if labels is None else self._labelling
        self._is_behind = True

    def _tell(self, labelling):
        """Tell the page what Python has found, unless it was the page that told it."""
        if labelling != self._heard:
            self._heard = self._labelling = labelling

    @property
    def _refusal(self):
        """What is wrong with the last message of the page, or else with the last question."""
        return self._rejection or self._error

    def _tell_state(self):
        settled = self._heard is not None and self._heard["settled"]
        self.state = "refused" if self._refusal else "settled" if settled else "answer"

    def _question(self):
        return self._asks.of(self)

    def _on_controls(self, change):
        if self._answering:
            return
        self._answering, self._rejection = True, ""
        try:
            with self.hold_sync():
                self._reconcile(change.name)
                self._answer_controls()
        finally:
            self._answering = False

    def _answer_controls(self):
        question = self._question()
        if question == self._asked:
            self._tell_state()
            return
        self._asked = question
        try:
            self._take_up(question)
        except ValueError as error:
            self._refuse(error)

    def _take_up(self, question):
        """Leave a question to the page; a ValueError refuses it."""
        self._vet(question)
        self._asked = self._left = self._question()  # a control may have changed, as a rule does
        self._is_behind, self._error, self._rejection = True, "", ""
        self._tell_state()

    def _refuse(self, error):
        self._error = f"{error} {STAYS}"
        self._tell_state()

    def _catch_up(self):
        """Answer the question that was left to the page, whatever was refused since."""
        if not self._is_behind:
            return
        with one_blas_thread():
            try:
                answer = self._follow(self._left)
            except ValueError as error:  # what the page told of the question was no answer
                if self._shown is None:
                    raise
                self._is_behind = False
                self._refuse(error)
                return
            self._shown, self._is_behind = self._left, False
            self._show(answer)
            self._tell_state()

    def _set(self, values):
        for name, value in values.items():
            setattr(self, name, value)

    def _take_steps(self, steps, seconds=np.inf):
        """Show one step after the other, for so long at most."""
        end = time.monotonic() + seconds
        with one_blas_thread():
            for step in steps:
                if step is not None:
                    self._show(step)
                if time.monotonic() > end:
                    break
        self._tell_state()
