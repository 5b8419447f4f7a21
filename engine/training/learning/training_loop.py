"""Loop of training steps with checkpoints, of any run."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict

from engine.core.errors import TrainingError
from engine.core.message import Message
from engine.core.processes.interrupts import held_interrupt
from engine.training.learning.dataset import SampleSource
from engine.training.learning.suite_evaluation import SuiteEvaluation
from engine.training.learning.trainer import Trainer
from engine.training.learning.trainer_state import make_divergence_error
from engine.training.run.curves import select_validations
from engine.training.run.progress import Monitor
from engine.training.run.run_folder import TrainingRunFolder


class TrainingLoop:
    """Loop of training steps with checkpoints.

    Args:
        folder: Run folder, for the state and the events.
        trainer: Trainer; it loads the folder's state if there is one.
        dataset: Source of batches.
        checkpoint_interval: Steps between two checkpoints.
        suites: Suites to evaluate the network on at checkpoints.
    """

    def __init__(
        self,
        folder: TrainingRunFolder,
        trainer: Trainer,
        dataset: SampleSource,
        *,
        checkpoint_interval: int,
        suites: SuiteEvaluation | None = None,
    ) -> None:
        self._folder = folder
        self._trainer = trainer
        self._dataset = dataset
        self._every = checkpoint_interval
        self._suites = suites
        if folder.state.exists():
            trainer.load(folder.state)
        self._log = folder.log(last_step=trainer.steps_done)

    def run_until(
        self,
        until: int,
        is_late: Callable[[], bool],
        monitor: Monitor,
        *,
        since: int = 0,
    ) -> bool:
        """Train until ``until`` steps are done; return whether they are.

        Ctrl+C ends the step and saves the state, as ``is_late`` does.

        Raises:
            TrainingError: Less than ``since`` or more than ``until`` steps are done,
                or training diverges; the last finite state is kept.
        """
        self._check_steps(since, until)
        with held_interrupt() as is_interrupted:
            if not self._folder.state.exists() or self._has_lost_losses(since):
                self._save_checkpoint()
            while self._trainer.steps_done < until:
                self._trainer.step(self._dataset)
                done = self._trainer.steps_done
                monitor.update("steps", done, until)
                must_stop = is_interrupted() or is_late()
                if done == until or must_stop or done % self._every == 0:
                    self._save_checkpoint()
                if must_stop and done < until:
                    return False
        return True

    def _check_steps(self, since: int, until: int) -> None:
        """Raise ``TrainingError`` unless the state is of these steps."""
        done = self._trainer.steps_done
        if not since <= done <= until:
            raise TrainingError(
                Message(
                    "Expected a state after {since} to {until} steps in {file}, got "
                    "one after {done}.",
                    since=since,
                    until=until,
                    file=self._folder.state,
                    done=done,
                )
            )

    def _has_lost_losses(self, since: int) -> bool:
        """Return whether steps since ``since`` end without logged losses."""
        step = self._trainer.steps_done
        events = select_validations(self._folder.events())
        return step > since and all(event["step"] != step for event in events)

    def _save_checkpoint(self) -> None:
        """Save the state, then log its losses; the log drops losses without a state."""
        rate = self._trainer.learning_rate
        losses = asdict(self._trainer.validate(self._dataset))
        losses |= self._trainer.take_training_losses()
        if not all(map(math.isfinite, losses.values())):
            raise make_divergence_error(self._trainer.steps_done, Message("losses"))
        self._trainer.save(self._folder.state)
        step = self._trainer.steps_done
        self._log.add("validation", step=step, learning_rate=rate, **losses)
        if self._suites is not None:
            self._suites.log_measures(self._log, self._trainer.network, step=step)
