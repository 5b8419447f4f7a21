from engine.commands.progress_bar import draw_bar


def test_a_bar_fills_with_the_work():
    assert draw_bar(0, 7) == f"[{'.' * 24}] 0/7"
    assert draw_bar(6, 12) == f"[{'#' * 12}{'.' * 12}] 6/12"
    assert draw_bar(7, 7) == f"[{'#' * 24}] 7/7"
