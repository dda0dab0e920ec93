"""The summary on a terminal: a table of figures."""

from collections.abc import Iterator, Mapping
from typing import cast

from rich.table import Table

_RANKED = ("any@5", "all@5", "any@10", "all@10", "mrr")


def summary_table(figures: Mapping[str, object]) -> Table:
    """Return the figures of a summary, a line each."""
    title = f"{figures['suite']}: {figures['questions']} questions with evidence"
    table = Table("measure", "figures", title=f"{title}, {figures['asked']} asked", box=None)
    for name, found in _measures(figures):
        table.add_row(name, _line(found))
    return table


def _measures(figures: Mapping[str, object]) -> Iterator[tuple[str, Mapping[str, object]]]:
    for unit in ("turn", "session"):
        ranked = _mapping(figures[unit])
        if ranked["questions"]:
            yield unit, {name: ranked[name] for name in _RANKED}
    for budget, within in _mapping(figures["budget"]).items():
        yield f"{budget} tokens", _mapping(within)
    for name in ("adaptive", "calibration", "foreign", "renamed", "replaced", "qa"):
        if name in figures:
            found = _mapping(figures[name])
            yield name, {key: found[key] for key in found if key != "by_category"}
    for category, found in _mapping(figures["by_category"]).items():
        yield f"  {category}", _mapping(found)
    yield "latency, ms", _mapping(figures["latency_ms"])
    yield "retain", _mapping(figures["retain"])


def _line(figures: Mapping[str, object]) -> str:
    return "  ".join(f"{name} {_figure(value)}" for name, value in figures.items())


def _figure(value: object) -> str:
    match value:
        case None:
            return "-"
        case float():
            return f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"
        case _:
            return str(value)


def _mapping(value: object) -> Mapping[str, object]:
    return cast(Mapping[str, object], value)
