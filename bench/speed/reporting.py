"""Figures as a table and a plot."""

import argparse
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path

from tacitus.evaluation.metrics import percentile


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The figures of one database, in milliseconds and per second."""

    label: str
    memories: int
    filled: float
    retained: float
    first: float
    recall: Sequence[float]
    embedding: Sequence[float]
    phases: Mapping[str, float]
    http: Sequence[float]
    together: Sequence[float]
    rate: float
    load: float

    @property
    def ratio(self) -> float:
        return percentile(self.recall, 50) / percentile(self.embedding, 50)


def table(measured: Sequence[Measured], asked: argparse.Namespace) -> str:
    """Return the figures as Markdown, with what they were measured on."""
    head = (
        "| database | retain, turns/s | first recall | embed p50 | recall p50 | p95 | over embedding "
        f"| HTTP p50 | p95 | {asked.clients} clients, requests/s | p50 | load |"
    )
    lines = [head, "|" + "---|" * 12]
    for one in measured:
        figures = (
            f"{one.retained:.0f}",
            f"{one.first:.0f}",
            _ms(one.embedding, 50),
            _ms(one.recall, 50),
            _ms(one.recall, 95),
            f"{one.ratio:.1f}",
            _ms(one.http, 50),
            _ms(one.http, 95),
            f"{one.rate:.1f}",
            _ms(one.together, 50),
            f"{one.load:.1f}",
        )
        lines.append(f"| {one.label} | " + " | ".join(figures) + " |")
    phases = list(measured[0].phases)
    lines += [
        "",
        "Phases of recall in this process, p50 in ms:",
        "",
        "| database | " + " | ".join(phases) + " |",
        "|---" * (len(phases) + 1) + "|",
    ]
    for one in measured:
        spent = " | ".join(f"{one.phases[phase]:.1f}" for phase in phases)
        lines.append(f"| {one.label} | {spent} |")
    return "\n".join([*lines, "", _machine(asked)])


def _ms(values: Sequence[float], percent: float) -> str:
    return f"{percentile(values, percent):.1f}"


def _machine(asked: argparse.Namespace) -> str:
    """Return what the figures were measured on."""
    info = Path("/proc/cpuinfo")
    names = (
        [
            line.partition(":")[2].strip()
            for line in info.read_text().splitlines()
            if line.startswith("model name")
        ]
        if info.exists()
        else [platform.processor()]
    )
    return (
        f"Times in ms. {os.cpu_count()} cores, {names[0] if names else 'unknown processor'}; Python "
        f"{platform.python_version()}, embedded PostgreSQL; {asked.questions} questions alone, "
        f"{asked.clients} clients with {asked.questions // 2} each. `load` is the machine's load over the "
        "last minute, the measurement's own included: compare ratios of one run."
    )


def plot(measured: Sequence[Measured]) -> str:
    """Return recall p50 over the size of the bank as SVG, both axes logarithmic."""
    series = {
        "recall": [(one.memories, percentile(one.recall, 50)) for one in measured],
        "recall over HTTP": [(one.memories, percentile(one.http, 50)) for one in measured],
        "embedding alone": [(one.memories, percentile(one.embedding, 50)) for one in measured],
    }
    colours = ("#1f5faa", "#c2571a", "#777777")
    sizes = [size for size, _ in series["recall"]]
    left, right = log10(min(sizes)) - 0.2, log10(max(sizes)) + 0.2

    def x(size: float) -> float:
        return 60 + (log10(size) - left) / (right - left) * 500

    def y(value: float) -> float:
        return 330 - (log10(max(value, 1)) / 3) * 300

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 380" font-family="sans-serif"'
        ' font-size="12"><rect width="620" height="380" fill="white"/>'
    ]
    for tick in (1, 10, 100, 1000):
        parts.append(
            f'<path d="M60 {y(tick):.0f}H560" stroke="#ddd"/><text x="52" '
            f'y="{y(tick) + 4:.0f}" text-anchor="end">{tick} ms</text>'
        )
    for size in sizes:
        parts.append(f'<text x="{x(size):.0f}" y="350" text-anchor="middle">{size:,}</text>')
    for colour, (name, points), row in zip(colours, series.items(), range(3), strict=True):
        line = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in sorted(points))
        dots = "".join(f'<circle cx="{x(s):.1f}" cy="{y(v):.1f}" r="3"/>' for s, v in points)
        parts.append(
            f'<g stroke="{colour}" fill="{colour}"><polyline points="{line}" fill="none"/>'
            f'{dots}</g><text x="70" y="{30 + 16 * row}" fill="{colour}">{name}, p50</text>'
        )
    parts.append('<text x="310" y="372" text-anchor="middle">memories in the database</text></svg>')
    return "\n".join(parts) + "\n"
