"""What the explorers share: controls that ask, an answer at once, and work behind it."""

from __future__ import annotations

import asyncio
import threading

import traitlets

from ..base.widget import Widget


class Explorer(Widget):
    """A widget whose page asks and whose Python answers.

    The page numbers its questions in ``_request`` and an answer carries the number of the last
    one it answers. A subclass observes its controls with :meth:`_on_controls` and gives
    :meth:`_question`, :meth:`_follow` and, where they are needed, :meth:`_reconcile` and
    :meth:`_rest`. An error that `_follow` raises is put into the answer, and what was on screen
    stays.
    """

    _generation = 0
    _timer = None
    _asked = None
    _answering = False

    _request = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)

    def close(self):
        """Stop what runs in the background and close the widget."""
        self._interrupt()
        super().close()

    def _question(self):
        """What the controls ask, comparable to an earlier question."""
        raise NotImplementedError

    def _reconcile(self, changed):
        """Let the controls agree; the changed one leads."""

    def _follow(self):
        """Compute the answer while a hand may be moving; a ValueError refuses the question."""
        raise NotImplementedError

    def _rest(self):
        """Start what is worth doing once no control moves."""

    def _interrupt(self):
        """Drop what waits and what runs."""
        self._generation += 1
        if self._timer:
            self._timer.cancel()

    def _on_controls(self, change):
        if self._answering:
            return
        self._answering = True
        try:
            self._reconcile(change.name)
            self._answer_controls()
        finally:
            self._answering = False

    def _answer_controls(self):
        asked = self._question()
        if asked == self._asked:
            if self.answer["request"] != self._request:
                self.answer = {**self.answer, "request": self._request}
            return
        self._asked = asked
        self._interrupt()
        try:
            self._follow()
        except ValueError as error:
            self._refuse(error)
            return
        self._rest()

    def _refuse(self, error):
        self.answer = {
            **self.answer,
            "request": self._request,
            "stage": "settled",
            "error": f"{error} The last result stays on screen.",
        }

    def _behind(self, delay, work, show):
        """Work in the background once no control has moved for a while.

        Parameters
        ----------
        delay : float
            Seconds of rest.
        work : callable
            ``work()`` is a generator, run in a thread and left between two of its steps when a
            control moves. It yields what is to be shown, or None.
        show : callable
            Called with each result where widgets live, unless a control has moved since.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        generation = self._generation

        def show_if_current(result):
            if generation == self._generation:
                show(result)

        def run():
            for result in work():
                if generation != self._generation:
                    return
                if result is not None:
                    loop.call_soon_threadsafe(show_if_current, result)

        def start():
            threading.Thread(target=run, daemon=True).start()

        self._timer = loop.call_later(delay, start)
