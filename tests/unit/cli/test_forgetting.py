"""`tacitus forget`."""

import json

from tests.unit.cli.command_line import CommandLine


def test_what_would_go_is_shown_then_goes_and_leaves_a_receipt(tacitus: CommandLine) -> None:
    for name, said in (("talk", "Katarina Holm met Bo."), ("note", "Bo rows.")):
        tacitus("retain", "notes", "-", "--document", name, stdin=said.encode())

    would = tacitus("forget", "entity", "notes", "Katarina Holm", "--dry-run").out
    assert would.startswith("would go: 1 blotted_document, 2 entity, 1 memory\n")
    assert "Katarina Holm met Bo." in would
    refused = tacitus("forget", "entity", "notes", "Katarina Holm", stdin=b"n\n")
    gone = tacitus("forget", "entity", "notes", "Katarina Holm", "--yes")
    [receipt] = json.loads(tacitus("forget", "receipts", "--json").out)

    assert refused.code != 0
    assert gone.line == "went: 1 blotted_document, 2 entity, 1 memory"
    assert (receipt["subject"], receipt["counts"]["memory"]) == ("entity", 1)
    assert "Holm" not in json.dumps(receipt)
    assert "Katarina" not in tacitus("entity", "list", "notes").out
    assert tacitus("forget", "document", "notes", "note", "-y").line.startswith("went: 1 document")
    assert tacitus("forget", "expired", "notes", "-y").line == "went: nothing"
    tacitus("forget", "bank", "notes", "-y")
    lines = tacitus("forget", "receipts").out.splitlines()
    assert [line.split()[3] for line in lines[1:]] == ["bank", "document", "entity"]
