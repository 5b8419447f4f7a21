"""Trial of an external program in a thread, which the window polls."""

from __future__ import annotations

import logging
import threading

from engine.external.trial import Trial, TrialAnswer
from gui.game.engine_thread import describe_error
from gui.text.i18n import fill, tr

log = logging.getLogger(__name__)


class ProgramTrial:
    """Running trial of a program.

    Args:
        trial: The trial.
    """

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._answer: TrialAnswer | Exception | None = None
        thread = threading.Thread(target=self._run, name="program trial", daemon=True)
        thread.start()

    @property
    def is_running(self) -> bool:
        """Whether there is no answer yet."""
        return self._answer is None

    @property
    def answer(self) -> TrialAnswer | None:
        """The answer of a program that plays."""
        return self._answer if isinstance(self._answer, TrialAnswer) else None

    @property
    def message(self) -> str:
        """The answer, or why there is none, in one sentence."""
        if isinstance(self._answer, Exception):
            return describe_error(self._answer)
        if self._answer is None:
            return tr("Programs", "Waiting for an answer…")
        text = tr("Programs", "It answers: {name}. Its first move is {cell}.")
        name = self._answer.name or tr("Programs", "a program without a name")
        return fill(text, name=name, cell=self._answer.cell)

    def stop(self) -> None:
        """End the program without a wait."""
        threading.Thread(target=self._trial.stop, daemon=True).start()

    def _run(self) -> None:
        try:
            self._answer = self._trial.run()
        except Exception as error:  # a thread's edge: passed on
            log.warning("the trial of a program failed", exc_info=error)
            self._answer = error
