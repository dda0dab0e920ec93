"""What importing something loads; asked in a process of its own."""

import subprocess
import sys


def loaded_by(module: str, *, of: tuple[str, ...]) -> list[str]:
    code = f"import sys, {module}; print(*[name for name in {of} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout.split()


def test_the_client_loads_no_engine_and_no_server() -> None:
    heavy = ("tacitus.engine", "tacitus.bootstrap", "fastapi", "numpy", "psycopg")

    assert loaded_by("tacitus.client", of=heavy) == []


def test_a_command_loads_no_server_no_database_no_model_and_no_suite_before_it_needs_one() -> None:
    heavy = (
        *("tacitus.http", "tacitus.evaluation", "fastapi", "mcp", "psycopg", "onnxruntime"),
        *("httpx", "jsonschema", "tacitus.adapters.models.language_model"),
    )

    assert loaded_by("tacitus.program", of=heavy) == []
