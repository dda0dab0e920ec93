"""Whether what was observed says that nothing is wrong."""

import re
from collections.abc import Iterable

_WELL = re.compile(
    r"\b(?:normal(?:ly)?|healthy|stable|steady|routine|nominal|as expected|within (?:\w+ )*(?:bounds|limits|range|variance)"
    r"|well (?:below|under|within)|far below|remained (?:under|below)|stayed (?:under|below)|no (?:\w+ )?(?:anomal\w*|failure|"
    r"issue|saturation|exhaustion|pressure|error|sign)s?|recovered|recovery is complete|return(?:ed|ing|s) to|back to|not indicative|false alarm|false alert)\b",
    re.IGNORECASE,
)
_MOSTLY = 0.8
_FEWEST = 2


def says_well(text: str) -> bool:
    """Whether an observation says that something is as it should be."""
    return bool(_WELL.search(text))


def nothing_wrong(observations: Iterable[str]) -> bool:
    """Whether nearly all that was observed says that it is as it should be."""
    told = [says_well(one) for one in observations]
    return len(told) >= _FEWEST and sum(told) >= _MOSTLY * len(told)
