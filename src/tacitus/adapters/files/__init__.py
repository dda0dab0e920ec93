"""Text out of files: pages, PDF and Word by markitdown, everything else as it is."""

from tacitus.adapters.files.reading import Files

__all__ = ["Files"]
