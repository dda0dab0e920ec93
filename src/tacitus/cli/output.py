"""Values as JSON for programs, and stored text made safe for a terminal."""

import json
import re
from typing import Any, cast

from pydantic import BaseModel
from rich.console import Console

from tacitus.domain.texts import paragraph

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def print_json(out: Console, *values: object) -> None:
    """Print a value as JSON, whatever the width of the terminal; several bodies as one."""
    plain = [_plain(value) for value in values]
    whole = plain[0] if len(plain) == 1 else {key: one[key] for one in plain for key in one}
    text = json.dumps(whole, ensure_ascii=False, indent=2)
    out.print(text, soft_wrap=True)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in cast(list[object], value)]
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value


def printable(text: str) -> str:
    """Return stored text in one paragraph, without characters that could steer a terminal."""
    return _CONTROL.sub("\ufffd", paragraph(text))
