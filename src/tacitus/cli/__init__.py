"""The command line: each command is a dataclass of what can be said, and a coroutine that does it."""
