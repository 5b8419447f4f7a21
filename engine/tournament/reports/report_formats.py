"""Reports as Markdown, HTML, LaTeX and CSV.

Names of engines and texts of other programs are plain text in each of them.
"""

from __future__ import annotations

import csv
import html
import io
import re

from engine.core.formats.markdown import format_table
from engine.tournament.reports.report_tables import Report, Table

LATEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "∞": r"$\infty$",
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
}
"""Letters that are commands of LaTeX, and what prints them."""

MARKDOWN_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#~&!$])")
"""Characters with a meaning in Markdown; ``format_table`` escapes bars."""

CONTROLS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")

FORMULA = ("=", "+", "-", "@")
"""First letters that a spreadsheet takes for a formula."""

NUMBERS = re.compile(r"[-+0-9.∞%() to]+")
"""Figures of a report, such as ``+95 (-20 to ∞)``."""

STYLE = (
    "body{font-family:sans-serif;margin:2em}"
    "table{border-collapse:collapse;margin:1em 0}"
    "th,td{border:1px solid #999;padding:.2em .6em;text-align:left}"
)


def format_markdown(report: Report) -> str:
    """Return a report as Markdown."""
    parts = [f"# {_markdown(report.title)}"]
    for table in report.tables:
        rows = [tuple(map(_markdown, row)) for row in table.rows]
        lines = format_table(table.columns, rows)
        parts += [f"## {table.title}", "\n".join(lines)]
        if table.note:
            parts.append(_markdown(table.note))
    return "\n\n".join(parts) + "\n"


def format_html(report: Report) -> str:
    """Return a report as an HTML document without scripts or links."""
    title = _html(report.title)
    body = "".join(map(_html_table, report.tables))
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}</body></html>\n"
    )


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{_html(text)}</th>" for text in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_html(text)}</td>" for text in row) + "</tr>\n"
        for row in table.rows
    )
    note = f"<p>{_html(table.note)}</p>\n" if table.note else ""
    return (
        f"<h2>{_html(table.title)}</h2>\n<table><tr>{head}</tr>\n{rows}</table>\n{note}"
    )


def format_latex(report: Report) -> str:
    """Return a report as a LaTeX document that needs the package booktabs."""
    parts = [
        r"\documentclass{article}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage{textcomp,booktabs,graphicx}",
        r"\begin{document}",
        rf"\section*{{{_latex(report.title)}}}",
        *map(_latex_table, report.tables),
        r"\end{document}",
    ]
    return "\n".join(parts) + "\n"


def _latex_table(table: Table) -> str:
    columns = "l" * len(table.columns)
    lines = [
        rf"\subsection*{{{_latex(table.title)}}}",
        r"\noindent\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        " & ".join(map(_latex, table.columns)) + r" \\",
        r"\midrule",
        *(" & ".join(map(_latex, row)) + r" \\" for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}}",
    ]
    if table.note:
        lines.append(rf"\par\smallskip\noindent {_latex(table.note)}")
    return "\n".join(lines)


def format_csv(report: Report) -> str:
    """Return a report as CSV: each table with its title, separated by empty lines.

    A text that a spreadsheet would take for a formula has an apostrophe before it;
    numbers have none.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for number, table in enumerate(report.tables):
        if number:
            writer.writerow([])
        writer.writerow([_csv(table.title)])
        writer.writerows(
            [_csv(text) for text in row] for row in (table.columns, *table.rows)
        )
    return stream.getvalue()


def _markdown(text: str) -> str:
    return MARKDOWN_SPECIAL.sub(r"\\\1", CONTROLS.sub(" ", text))


def _html(text: str) -> str:
    return html.escape(CONTROLS.sub(" ", text))


def _latex(text: str) -> str:
    plain = CONTROLS.sub(" ", text)
    return "".join(LATEX_ESCAPES.get(letter, letter) for letter in plain)


def _csv(text: str) -> str:
    plain = CONTROLS.sub(" ", text)
    is_safe = not plain.startswith(FORMULA) or NUMBERS.fullmatch(plain)
    return plain if is_safe else f"'{plain}"
