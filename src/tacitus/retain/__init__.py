"""Retain: transcript to graph."""
