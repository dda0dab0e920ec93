"""What went wrong, in one line, and the exit code."""

import asyncio
from collections.abc import Callable

import typer
from pydantic import ValidationError
from rich.console import Console

from tacitus.cli.commands import Failed
from tacitus.domain.errors import BankNotFound, EntityNotFound, TacitusError, Unguarded

FAILED = 1
REFUSED = 2
STOPPED = 130
TERMINATED = 143
_LISTING = {BankNotFound: "bank list", EntityNotFound: "entity list"}


def exit_code_of(run: Callable[[], object], err: Console) -> int:
    """Run a command; say in one line what went wrong, and return the exit code.

    1 is a failure, 2 a command that was not understood or is not done as it was said, 130 and 143 one that was stopped. Only a fault
    in Tacitus itself leaves a traceback.
    """
    try:
        code = run()
    except (Failed, typer.Abort):
        return FAILED
    except KeyboardInterrupt:
        return STOPPED
    except asyncio.CancelledError:
        return TERMINATED
    except (typer.TyperException, ValidationError, TacitusError, OSError, UnicodeError) as fault:
        err.print(f"error: {described(fault)}")
        if isinstance(fault, Unguarded):
            return REFUSED
        return fault.exit_code if isinstance(fault, typer.TyperException) else FAILED
    return code if isinstance(code, int) else 0


def described(fault: Exception) -> str:
    """Return one line that says what is wrong and, where it is known, the way out."""
    match fault:
        case typer.TyperException():
            return f"{_one_line(fault.format_message())} (tacitus --help)"
        case ValidationError():
            return settings_refused(fault)[0]
        case BankNotFound() | EntityNotFound():
            return f"{fault}: `tacitus {_LISTING[type(fault)]}` shows what there is"
        case OSError() if fault.filename is not None:
            return f"{fault.filename}: {fault.strerror}"
        case OSError() if fault.strerror:
            return _one_line(fault.strerror)
        case _:
            return _one_line(str(fault)) or type(fault).__name__


def settings_refused(invalid: ValidationError) -> list[str]:
    """Return a line for each setting that cannot be; its value is not repeated."""
    found = invalid.errors(include_url=False, include_context=False, include_input=False)
    return [f"{_variable(fault['loc'])}: {_one_line(fault['msg'])}" for fault in found]


def _variable(place: tuple[int | str, ...]) -> str:
    return f"TACITUS_{'_'.join(str(step) for step in place).upper()}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
