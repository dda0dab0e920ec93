"""The program `recallops`: the only place that sees the command line, the server and evaluation."""

from recallops.cli.app import Seams, build
from recallops.evaluation.evaluating import evaluate
from recallops.http.server import serve


def main() -> None:
    """Run the command line that the process was started with, and exit."""
    build(Seams(serve=serve, evaluate=evaluate))()
