"""What the explorers share: controls that ask, an answer at once, and work behind it."""

from __future__ import annotations

import asyncio
import threading
import time

import numpy as np
import traitlets

from ..._utils.blas import one_blas_thread
from ..base.traits import WholeNumber
from ..base.widget import ONE_AT_A_TIME, Widget
from .panels import Panelled

REST = 0.25  # seconds without a move of a control, before the work behind begins
TOLD = 0.1  # seconds between two words on how far it has come
STAYS = "The last result stays on screen."
MOST_REQUESTS = 2**53 - 1  # what a page can count to


class Explorer(Panelled, Widget):
    """A widget whose page asks and whose Python answers.

    1. A control in ``_controls`` moves; :meth:`_reconcile` lets the others agree with it.
    2. Together they ask one `Question`, of the class ``_asks``. The page numbers its requests in
       ``_request``, and an answer bears the number of the last one it answers; a question that
       was just asked gets the same answer under the new number.
    3. :meth:`_follow` computes a first answer while a hand may be moving. A ValueError refuses
       the question: the message is put into the answer, and what was on screen stays.
    4. :meth:`_show` puts what was computed on screen, and the question becomes ``_shown``.
    5. Once no control has moved for REST seconds, the steps of :meth:`_work` are taken in a
       thread and shown one by one. The next move drops them; :meth:`settle` takes them at once.

    ``state`` says in a word what is on screen: "answer", a first one; "searching", the same while
    `_work` goes on; "settled", the answer of the whole search; "refused", what it was before a
    question that was turned away.

    A subclass gives ``_controls``, ``_asks``, `_follow`, `_work`, `_show`, `_is_settled`,
    ``_n_steps``, how many steps a whole search has where there is one, and, where controls depend
    on each other, `_reconcile`.

    Some questions are the page's own to answer (`_is_for_page`). Python then looks whether it would
    refuse them, `_vet`, and leaves them to the page; it computes only when somebody reads an answer
    that the page has not told yet (:meth:`_catch_up`). In the background it takes the steps of
    :meth:`_beside_page`.
    """

    _controls = ()
    _asks = None
    _n_steps = 0
    _patience = 2.0  # seconds that a first answer or a picture waits for the work behind

    _asked = None
    _shown = None
    _error = ""
    _turned_away = ""
    _answering = False
    _generation = 0
    _timer = None
    _done = None  # steps taken of the work that goes on; None while none does
    _left = None  # the question left to the page, where that was the last one not refused
    _is_behind = False  # whether Python has yet to answer it

    state = traitlets.Unicode("answer").tag(sync=True)
    _progress = traitlets.List().tag(sync=True)
    _request = WholeNumber(0, most=MOST_REQUESTS).tag(sync=True, control=True)
    answer = traitlets.Dict().tag(sync=True)

    def close(self):
        """Stop what runs in the background and close the widget."""
        self._interrupt()
        super().close()

    def settle(self):
        """Do what otherwise runs in the background now, and wait for it.

        Returns
        -------
        Explorer
            Itself.
        """
        with ONE_AT_A_TIME:
            self._interrupt()
            self._catch_up()
            if self._shown is not None:
                self._work_for(np.inf, self._work())
        return self

    def _reconcile(self, changed):
        """Let the controls agree; the changed one leads."""

    def _is_for_page(self, question):
        """Whether the page computes the answer to a question."""
        return False

    @property
    def _lives_alone(self):
        return self._is_for_page(self._question())

    def _vet(self, question):
        """A ValueError refuses a question that is left to the page."""

    def _beside_page(self):
        """Iterator over Python's own steps behind an answer of the page, for `_show`."""
        return iter(())

    def _follow(self, question):
        """A first answer, for `_show`; a ValueError refuses the question and changes nothing."""
        raise NotImplementedError

    def _work(self):
        """Iterator over the steps behind what is on screen now, for `_show`; None shows nothing.

        It is left between two steps when a control moves.
        """
        raise NotImplementedError

    def _show(self, step):
        """Put the first answer to the question ``_shown``, or a later step, on screen."""
        raise NotImplementedError

    def _is_settled(self):
        """Whether what is on screen is the answer of the whole search."""
        return True

    def _tell_state(self):
        """Let the page know what is on screen."""
        searching = self._done is not None and not self._is_settled()
        self._progress = [self._done, self._n_steps] if searching and self._n_steps else []
        if self._words:
            self.state = "refused"
        elif self._is_settled():
            self.state = "settled"
        else:
            self.state = "searching" if searching else "answer"

    def _question(self):
        return self._asks.of(self)

    def _on_controls(self, change):
        if self._answering:
            return
        self._answering, self._turned_away = True, ""
        try:
            with self.hold_sync():
                self._reconcile(change.name)
                self._answer_controls()
        finally:
            self._answering = False

    def _answer_controls(self):
        question = self._question()
        if question == self._asked:
            self._renumber()
            return
        self._asked = question
        self._interrupt()
        try:
            self._take_up(question)
        except ValueError as error:
            self._refuse(error)
            return
        self._rest()

    def _take_up(self, question):
        """Answer a question, or leave it to the page."""
        if not self._is_for_page(question):
            self._answer_question(question)
            return
        self._vet(question)
        self._asked = self._left = question
        self._is_behind, self._error, self._turned_away = True, "", ""
        self._tell_state()

    def _catch_up(self):
        """Answer the question that was left to the page, whatever was refused since."""
        if not self._is_behind:
            return
        with one_blas_thread():
            first = self._follow(self._left)
            self._shown, self._is_behind = self._left, False
            self._show(first)
            self._tell_state()

    def _answer_question(self, question):
        """Answer and show; an answer may set controls, such as a rule to its number."""
        with one_blas_thread():
            first = self._follow(question)
            self._left, self._is_behind = None, False
            self._shown, self._error, self._turned_away = question, "", ""
            self._show(first)
            self._tell_state()
        self._asked = self._question()

    def _set(self, values):
        for name, value in values.items():
            setattr(self, name, value)

    def _put(self, **answer):
        """Send an answer to the last request."""
        self.answer = {"request": self._request, "error": self._words, **answer}

    def _renumber(self):
        if self.answer:
            self.answer = {**self.answer, "request": self._request, "error": self._words}
        if self._asked is not None:
            self._tell_state()

    @property
    def _words(self):
        """What is wrong with the last message of the page, or else with the question asked."""
        return self._turned_away or self._error

    def _turn_away(self, refusal, asked):
        number = {name: value for name, value in asked.items() if name == "_request"}
        if self._tried_on(number) is None:
            self._set(number)
        self._turned_away = f"{refusal} {STAYS}"
        self._renumber()

    def _refuse(self, error):
        self._error = f"{error} {STAYS}"
        self._renumber()

    def _work_for(self, seconds, steps):
        """Take steps of the work behind here and now, for so long at most."""
        end = time.monotonic() + seconds
        with one_blas_thread():
            for step in steps:
                if step is not None:
                    self._show(step)
                if time.monotonic() > end:
                    break
        self._tell_state()

    def _interrupt(self):
        """Drop what waits and what runs."""
        self._generation += 1
        self._done = None
        if self._timer:
            self._timer.cancel()

    def _rest(self):
        """Begin the work behind in the background, once no control has moved for a while."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        generation = self._generation

        def show(done, step=None):
            with ONE_AT_A_TIME:
                if generation != self._generation:
                    return
                self._done = done
                with self.hold_sync():
                    if step is not None:
                        self._show(step)
                    self._tell_state()

        def run(steps):
            told = 0.0
            for done, step in enumerate(_with_one_blas_thread(steps), 1):
                if generation != self._generation:
                    return
                if step is not None or time.monotonic() > told + TOLD:
                    loop.call_soon_threadsafe(show, done, step)
                    told = time.monotonic()
            loop.call_soon_threadsafe(show, None)

        def begin():
            with ONE_AT_A_TIME:
                steps = self._work() if self._left is None else self._beside_page()
            show(0)
            threading.Thread(target=run, args=[steps], daemon=True).start()

        self._timer = loop.call_later(REST, begin)


def _with_one_blas_thread(steps):
    """The steps, each with one BLAS thread."""
    end = object()
    while True:
        with one_blas_thread():
            step = next(steps, end)
        if step is end:
            return
        yield step
