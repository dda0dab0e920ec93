"""placeholder"""
from collections.abc import Callable
from pathlib import Path

from recallops.bootstrap import Runtime


async def evaluate(runtime: Runtime, path: Path, say: Callable[[str], None]) -> bool:
    return False
