"""Folders of experiments without any experiment."""

import json

from PyQt5.QtGui import QColor, QImage

from engine.core.message import Message
from engine.experiments.experiment import Claim
from engine.experiments.results import (
    RESULTS,
    DrawnFigure,
    Results,
    format_results,
)

CLAIMS = (
    Claim(
        statement=Message("mean time of a move of {engine}", engine="MCTS"),
        paper=Message("about {seconds} s", seconds="7"),
        ours="0.2 ± 0.1 s",
        verdict="differs",
        reason=Message("another machine and compiled code"),
    ),
    Claim(
        statement=Message("points of MCTS+CNN against MCTS"),
        paper=Message("not given"),
        ours=Message("not measured"),
        verdict="open",
    ),
)


def make_folder(
    folder, *, is_finished=True, results=True, claims=CLAIMS, size=(72, 48)
):
    """Write the files of an experiment with claims and a figure of a size."""
    folder.mkdir(parents=True, exist_ok=True)
    identity = {"experiment": "ou-figure-9", "scale": "small", "seed": 3}
    (folder / "experiment.json").write_text(json.dumps(identity))
    if results:
        image = QImage(*size, QImage.Format_RGB32)
        image.fill(QColor("white"))
        image.save(str(folder / "figure.png"))
        found = Results(
            claims=claims,
            figures=(
                DrawnFigure(
                    file="figure.png", title=Message("Mean time of a move by game")
                ),
            ),
            is_finished=is_finished,
        )
        (folder / RESULTS).write_text(format_results(found), encoding="utf-8")
        (folder / "report.md").write_text("# ou-figure-9\n")
    return folder
