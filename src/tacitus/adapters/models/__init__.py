"""Language models, embedders, rerankers and token counters; nothing heavy is loaded from here."""

from tacitus.adapters.models.opening import open_embedder, open_language_model, open_reranker

__all__ = ["open_embedder", "open_language_model", "open_reranker"]
