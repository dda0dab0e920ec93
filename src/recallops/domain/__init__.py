"""Frozen dataclasses and pure rules; imports nothing else of ours."""
