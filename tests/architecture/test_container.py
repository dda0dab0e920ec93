"""The container files say what is there: commands, settings and files of this repository."""

import re
from pathlib import Path
from typing import Any, cast

import yaml
from typer.main import get_command

from tacitus.cli.app import build
from tacitus.settings import Settings

ROOT = Path(__file__).parents[2]
IMAGE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = cast("dict[str, Any]", yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8")))
SERVICES = cast("dict[str, dict[str, Any]]", COMPOSE["services"])
COMMANDS: Any = get_command(build())


def test_every_setting_that_the_container_files_name_is_one() -> None:
    named = re.findall(r"\bTACITUS_([A-Z_]+)\b", IMAGE + (ROOT / "compose.yaml").read_text("utf-8"))

    assert {name.lower() for name in named} - set(Settings.model_fields) == set()


def test_every_command_that_a_container_runs_is_one() -> None:
    run = [str(service["command"][0]) for service in SERVICES.values() if "command" in service]
    [serve] = re.findall(r'^CMD \["(\w+)"\]', IMAGE, re.MULTILINE)

    assert [name for name in (serve, *run) if name not in COMMANDS.commands] == []


def test_every_file_that_the_image_is_built_from_is_sent_to_the_builder() -> None:
    sent = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    copied = {
        name
        for line in re.findall(r"^COPY (?!--from)(.+)", IMAGE, re.MULTILINE)
        for name in line.split()[:-1]
    }

    assert copied == sent
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_one_server_and_two_workers_wait_for_a_database_with_vectors() -> None:
    assert set(SERVICES) == {"database", "server", "worker"}
    assert SERVICES["worker"]["deploy"] == {"replicas": 2}
    assert "pgvector" in SERVICES["database"]["image"]
    for name in ("server", "worker"):
        assert SERVICES[name]["depends_on"]["database"] == {"condition": "service_healthy"}


def test_the_server_is_reached_from_this_machine_alone() -> None:
    [port] = SERVICES["server"]["ports"]

    assert port.startswith("127.0.0.1:")
    assert "ports" not in SERVICES["database"]
