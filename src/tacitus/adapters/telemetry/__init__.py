"""What a process measures of itself: Prometheus metrics, and traces by OpenTelemetry's API."""

from tacitus.adapters.telemetry.models import (
    WatchedEmbedder,
    WatchedLanguageModel,
    WatchedReranker,
)
from tacitus.adapters.telemetry.watching import Watching

__all__ = ["WatchedEmbedder", "WatchedLanguageModel", "WatchedReranker", "Watching"]
