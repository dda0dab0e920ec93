"""File layouts of conversations: text in, documents to retain out.

Pure functions, one module for each layout. Questions and gold answers that a layout carries beside
its conversations are not read here: they belong to whoever evaluates.
"""

from tacitus.formats.conversation import Conversation
from tacitus.formats.detect import read_conversations

__all__ = ["Conversation", "read_conversations"]
