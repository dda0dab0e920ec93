"""Messages to addresses that strangers chose."""

from tacitus.adapters.messaging.sending import HttpMessenger

__all__ = ["HttpMessenger"]
