"""A Tacitus server that ends with the process that started it, however that one ends.

Run as a program, with the words of `tacitus` behind it. The other end of its input is held by whoever
started it; where that one is gone, killed even, the input ends, and so does this.
"""

import os
import runpy
import signal
import sys
import threading

_PROGRAM = "tacitus"
_INPUT = 0
_PATIENCE = 30.0


def main() -> None:
    """Serve until told to stop, or until nobody is there any more."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.argv[0] = _PROGRAM
    runpy.run_module(_PROGRAM, run_name="__main__", alter_sys=True)


def _end_with_parent() -> None:
    # Read from the system: a buffer that somebody waits at cannot be put away when Python ends.
    while os.read(_INPUT, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(_PATIENCE)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
