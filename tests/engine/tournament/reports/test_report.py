"""Reports, read back from their files."""

import csv
import io
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from engine.tournament.reports.report import (
    REPORTS,
    format_elo,
    format_text,
    make_cross_table,
    make_report,
    write_reports,
)
from engine.tournament.results import SideUsage
from engine.tournament.standings import make_standings
from engine.tournament.statistics.pair_statistics import Sprt
from tests.engine.tournament.plans import make_plan, make_result, state_of

NASTY = 'cmd:=x&<script>alert("1")</script>|\\end{document}`*_%$#~^\n'
"""Name of an engine with what is special in every format."""


@pytest.fixture
def match():
    plan = make_plan(games=6, sprt=Sprt(elo0=0, elo1=10), seed=77)
    return state_of(plan, {1: 1, 2: 0, 3: 1, 4: 1, 5: 0.5, 6: 0})


@pytest.fixture
def nasty():
    plan = make_plan(kind="round-robin", engines=(NASTY, "b", "c"), name=NASTY, games=2)
    return state_of(plan, dict.fromkeys(range(1, 7), 1))


class Tables(HTMLParser):
    """Reads the cells of all tables, and the names of all elements."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.tags, self._cell = [], set(), None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._cell = ""

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.tables[-1][-1].append(self._cell)
            self._cell = None

    def handle_data(self, data):
        if self._cell is not None:
            self._cell += data


def csv_tables(text):
    tables, rows = [], list(csv.reader(io.StringIO(text)))
    while rows:
        end = rows.index([]) if [] in rows else len(rows)
        tables.append(rows[1:end])
        rows = rows[end + 1 :]
    return tables


def test_every_format_has_the_same_tables(match):
    report = make_report(match)

    from_html = Tables(REPORTS["report.html"](report)).tables
    from_csv = csv_tables(REPORTS["report.csv"](report))

    expected = [
        [list(table.columns), *map(list, table.rows)] for table in report.tables
    ]
    assert from_html == expected
    assert from_csv == expected


def test_the_ranking_has_the_figures_of_the_match(match):
    ranking = make_report(match).tables[0]

    rows = [dict(zip(ranking.columns, row, strict=True)) for row in ranking.rows]

    first, second = rows
    assert first["engine"] == "uct-plain:1"
    assert (first["games"], first["points"]) == ("6", "4.5")
    assert (first["wins"], first["draws"], first["losses"]) == ("4", "1", "1")
    assert (first["wins as first"], first["wins as second"]) == ("2", "2")
    assert (first["Elo"], second["Elo"]) == ("+95", "-95")
    assert first["overruns"] == "3"
    assert first["longest s"] == "1.500"


def test_the_report_names_settings_seed_versions_and_machine(match):
    settings = dict(make_report(match).tables[-1].rows)

    assert settings["seed"] == "77"
    assert settings["size"] == "5x6"
    assert settings["limit"] == "5 nodes a move"
    assert match.plan.openings_digest in settings["openings"]
    assert settings["played"] == "2026-01-02, Pentahex 1.2, a machine"
    assert settings["sequential test"] == "0 against 10 Elo, errors 0.05 and 0.05"


def test_the_match_table_has_pairs_and_test(match):
    table = dict(make_report(match).tables[2].rows)

    assert table["pairs with 0, 1/2, 1, 3/2, 2 points"] == "0, 0, 1, 1, 1"
    assert table["sequential test"].endswith("open")


def test_an_unfinished_pairing_has_no_points():
    plan = make_plan(kind="round-robin", engines=("a", "b", "c"), games=2)

    table = make_cross_table(state_of(plan, {1: 1}).standings)

    names = {row[1]: row[2:] for row in table.rows}
    assert set(names["c"]) == {"-"}
    assert "1/1" in names["a"]


def test_names_are_plain_text_in_html(nasty):
    parsed = Tables(REPORTS["report.html"](make_report(nasty)))

    assert "script" not in parsed.tags
    assert NASTY.replace("\n", " ") in {row[1] for row in parsed.tables[0]}


def test_names_are_no_formulas_in_a_spreadsheet(nasty):
    plan = make_plan(engines=("=1+1", "@sum"))
    tables = csv_tables(REPORTS["report.csv"](make_report(state_of(plan, {1: 1}))))

    assert {row[1] for row in tables[0][1:]} == {"'=1+1", "'@sum"}
    assert {row[2][0] for row in tables[0][1:]} == {"+", "-"}


def test_names_are_no_commands_in_latex(nasty):
    text = REPORTS["report.tex"](make_report(nasty))

    assert text.count("\\end{document}") == 1
    assert text.endswith("\\end{document}\n")
    assert r"\textless{}script\textgreater{}" in text
    assert r"\textbackslash{}end\{document\}" in text
    for line in text.splitlines():
        if line.endswith(r"\\"):
            cells = line.removesuffix(r"\\").replace(r"\&", "").split("&")
            assert len(cells) in (2, 3, 5, 17)


def test_names_are_no_markup_in_markdown(nasty):
    text = REPORTS["report.md"](make_report(nasty))

    assert "<script" not in text.replace("\\<", "")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({row.replace("\\|", "").count("|") for row in rows[:5]}) == 1


def test_all_files_are_written(match, tmp_path):
    write_reports(match, tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == set(REPORTS)
    assert (tmp_path / "report.md").read_text("utf-8").startswith("# uct\\-plain") or (
        "uct-plain:1 against alphabeta:1" in (tmp_path / "report.md").read_text("utf-8")
    )


def test_a_report_of_no_games_can_be_made():
    report = make_report(state_of(make_plan(), {}))

    assert all(REPORTS[name](report) for name in REPORTS)
    assert [row[2] for row in report.tables[0].rows] == ["-", "-"]


@pytest.mark.parametrize(
    ("elo", "text"),
    [(12.4, "+12"), (-0.2, "0"), (-7.6, "-8"), (3000, "∞"), (-3000, "-∞")],
)
def test_elo_is_written_with_its_sign(elo, text):
    assert format_elo(elo) == text


def test_names_are_no_commands_of_a_terminal():
    plan = make_plan(engines=("\x1b[2Ja", "b\rc"))

    text = format_text(make_report(state_of(plan, {1: 1})).tables)

    assert "\x1b" not in text
    assert "\r" not in text


def test_a_text_table_is_aligned(match):
    lines = format_text([make_cross_table(match.standings)]).splitlines()

    assert lines[0] == "rank  engine       1      2"
    assert lines[1] == "1     uct-plain:1  -      4.5/6"


def test_chinese_names_are_aligned_by_the_columns_that_they_take():
    plan = make_plan(engines=("cmd{name=甲队}:x", "uct:1"), games=2)
    table = make_cross_table(state_of(plan, {1: 1}).standings)

    lines = format_text([table]).splitlines()

    assert lines == [
        "rank  engine  1    2",
        "1     甲队    -    1/1",
        "2     uct:1   0/1  -",
    ]


def test_failures_are_shown_with_their_sentences():
    plan = make_plan(games=30)
    results = [
        make_result(plan, 1, 0, reason="crash", detail=f"{NASTY} {'x' * 400}"),
        *(make_result(plan, n, 0, reason="time", detail="Late.") for n in range(2, 31)),
    ]
    state = replace(state_of(plan, {}), results=tuple(results))

    table = make_report(state).tables[-2]

    assert table.title == "Failures"
    assert table.rows[0][:3] == ("1", "uct-plain:1", "crash")
    assert NASTY in table.rows[0][3]
    assert len(table.rows[0][3]) == 301
    assert table.rows[1] == ("2", "alphabeta:1", "time", "Late.")
    assert len(table.rows) == 20
    assert table.note == "The first 20 of 30; games.jsonl has all of them."


def test_a_run_without_failures_has_no_table_of_them(match):
    assert "Failures" not in [table.title for table in make_report(match).tables]


@pytest.mark.parametrize(
    ("engine", "limit"),
    [
        ("cmd:/bin/cat", "5 nodes a move; external programs 60 s a move"),
        ("cmd{seconds=2}:/bin/cat", "5 nodes a move"),
        ("uct", "5 nodes a move"),
    ],
)
def test_the_limit_of_a_program_without_nodes_is_named(engine, limit):
    state = state_of(make_plan(engines=(engine, "alphabeta:1")), {1: 1})

    assert dict(make_report(state).tables[-1].rows)["limit"] == limit


def test_a_program_that_reports_no_nodes_has_none_per_move():
    plan = make_plan(games=1)
    usage = (SideUsage(moves=6, seconds=3.0), SideUsage(moves=5, nodes=50))
    results = (make_result(plan, 1, 1, usage=usage),)
    state = replace(state_of(plan, {}), standings=make_standings(plan, results))

    ranking = make_report(state).tables[0]

    assert {row[1]: row[-1] for row in ranking.rows} == {
        "uct-plain:1": "-",
        "alphabeta:1": "10",
    }


def test_a_likelihood_is_never_shown_as_certainty():
    state = state_of(make_plan(games=40), {n: n % 2 for n in range(1, 41)})

    match = dict(make_report(state).tables[2].rows)

    assert match["likelihood of superiority"] == "over 99.9%"


def test_a_report_names_a_program_and_its_table_for_scripts_has_the_command(tmp_path):
    named = "cmd{name=Ext}:prog --deep"
    state = state_of(make_plan(engines=(named, "uct:7")), {1: 1, 2: 1})

    write_reports(state, tmp_path)

    report = make_report(state)
    assert {row[1] for row in report.tables[0].rows} == {"Ext", "uct:7"}
    assert dict(report.tables[-1].rows)["engine Ext"] == named
    ranking, *_, settings = csv_tables((tmp_path / "report.csv").read_text())
    assert {row[1] for row in ranking[1:]} == {named, "uct:7"}
    assert "engine Ext" not in dict(settings)
