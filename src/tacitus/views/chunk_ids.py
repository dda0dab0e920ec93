"""Ids of chunks, which name their bank and document."""


def chunk_id(bank: str, document: str, index: int) -> str:
    """Return an id that no other chunk of any bank has: each name is escaped before joining."""
    return f"{_escaped(bank)}_{_escaped(document)}_{index}"


def named_by(chunk: str) -> tuple[str, str, int] | None:
    """Return the bank, document and index that an id of a chunk names; None if it is no such id."""
    try:
        bank, document, index = chunk.split("_")
        return _unescaped(bank), _unescaped(document), int(index)
    except ValueError:
        return None


def _escaped(name: str) -> str:
    plain = (c if c.isascii() and (c.isalnum() or c in "-.") else _code(c) for c in name)
    return "".join(plain)


def _code(character: str) -> str:
    return "".join(f"~{byte:02X}" for byte in character.encode("utf-8"))


def _unescaped(name: str) -> str:
    head, *coded = name.split("~")
    return b"".join(
        (head.encode(), *(bytes.fromhex(part[:2]) + part[2:].encode() for part in coded))
    ).decode("utf-8")
