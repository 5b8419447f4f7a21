import math

import numpy as np
import pytest

from engine.training.run.score import Score


def test_a_score_as_elo():
    assert Score(games=10, points=5).elo == pytest.approx(0)
    assert Score(games=10, points=10).elo == pytest.approx(529, abs=1)


def test_six_games_say_little():
    score = Score(games=6, points=2)

    assert score.elo == pytest.approx(-102, abs=1)
    assert 200 < score.elo_error < 350


@pytest.mark.parametrize(
    ("wins", "draws", "losses"), [(600, 0, 400), (500, 200, 300), (50, 900, 50)]
)
def test_errors_follow_from_the_variance_of_the_games(wins, draws, losses):
    points = np.repeat([1.0, 0.5, 0.0], [wins, draws, losses])
    deviation = points.std() / math.sqrt(1000)

    def elo(share):
        return 400 * math.log10(share / (1 - share))

    score = Score(games=1000, points=float(points.sum()), draws=draws)

    assert score.share_error == pytest.approx(1.96 * deviation, rel=0.03)
    low, high = (elo(score.share + k * 1.96 * deviation) for k in (-1, 1))
    assert score.elo_error == pytest.approx((high - low) / 2, rel=0.03)


def test_a_lost_match_has_a_finite_error():
    assert math.isfinite(Score(games=20, points=0).elo_error)


def test_an_event_without_draws_has_the_wider_error():
    event = {"games": 20, "share": 0.525, "draws": 5}

    known = Score.of_event(event)
    unknown = Score.of_event({key: event[key] for key in ("games", "share")})

    assert known.points == unknown.points == 10.5
    assert known.elo == unknown.elo
    assert known.elo_error < unknown.elo_error
