"""Figures: each with its bound, and whether it holds."""

from collections.abc import Iterable
from dataclasses import dataclass

from recallops.evaluation.measures import Share


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    Attributes:
        bound: What it must be, in words; empty where it is only reported.
    """

    name: str
    value: str
    bound: str = ""
    holds: bool = True
    note: str = ""

    def line(self) -> str:
        """Return it as one line."""
        mark = "    " if not self.bound else ("pass" if self.holds else "FAIL")
        bound = f"  (bound: {self.bound})" if self.bound else ""
        note = f"  {self.note}" if self.note else ""
        return f"{mark}  {self.name}: {self.value}{bound}{note}"


def all_of(name: str, share: Share) -> Figure:
    """Return a figure that holds only where nothing is missed."""
    bound = f"{share.asked} of {share.asked}"
    holds = share.asked > 0 and share.right == share.asked
    return Figure(name, told(share), bound, holds, missed(share.missed))


def none_of(name: str, count: int, asked: int, which: Iterable[str] = ()) -> Figure:
    """Return a figure that holds only where there is none."""
    return Figure(name, f"{count} of {asked}", "0", count == 0 and asked > 0, missed(which))


def told(share: Share) -> str:
    """Return a share in words."""
    return f"{share.right} of {share.asked}"


def missed(which: Iterable[str]) -> str:
    """Return what was missed, the first few."""
    names = [*which]
    return f"not: {'; '.join(names[:4])}{' ...' if len(names) > 4 else ''}" if names else ""
