"""`tacitus demo`: the main job on a conversation that ships with Tacitus."""

from tacitus.cli.demo.show import Demonstrating, demo

__all__ = ["Demonstrating", "demo"]
