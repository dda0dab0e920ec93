"""Token counts by OpenAI's `cl100k_base`, without a network."""

import re
from functools import cache
from importlib.machinery import ExtensionFileLoader, PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Protocol, cast

ENCODING = "cl100k_base"

_SURROGATE = re.compile("[\ud800-\udfff]")


class _Encoding(Protocol):
    def count(self, text: str) -> int: ...

    def encode(self, text: str) -> list[int]: ...

    def decode(self, tokens: list[int]) -> str:
        """Raises: ValueError: The tokens end within a character."""
        ...


class BpeCounter:
    """Counts about 15 million characters a second; the tables are loaded with the first count."""

    def count(self, text: str) -> int:
        return _encoding().count(_encodable(text))

    def truncate(self, text: str, limit: int) -> str:
        """Return the longest prefix of at most `limit` tokens, never a broken character."""
        tokens = _encoding().encode(_encodable(text))
        if len(tokens) <= limit:
            return text
        for end in range(limit, 0, -1):
            prefix = _decoded(tokens[:end])
            # What follows can change how an end is cut, so that a prefix alone may take more.
            if prefix is not None and _encoding().count(prefix) <= limit:
                return text[: len(prefix)]
        return ""


def _encodable(text: str) -> str:
    """Replace surrogates one by one, so that positions stay."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _decoded(tokens: list[int]) -> str | None:
    try:
        return _encoding().decode(tokens)
    except ValueError:
        return None


@cache
def _encoding() -> _Encoding:
    """Load the compiled half of bpe_openai alone.

    The package itself builds tables of every encoding in Python: 70 MB and a second that no count
    needs. The compiled half takes 34 MB and 0.05 s.

    Raises:
        ModuleNotFoundError: bpe_openai is not installed.
    """
    package = find_spec("bpe_openai")
    places = package.submodule_search_locations if package else None
    found = PathFinder.find_spec("bpe_openai._bindings", places) if places else None
    if found is None or not isinstance(found.loader, ExtensionFileLoader):
        raise ModuleNotFoundError("No module named 'bpe_openai._bindings'")
    bindings = module_from_spec(found)
    found.loader.exec_module(bindings)
    return cast(_Encoding, bindings.tokenizer_for_encoding(ENCODING))
