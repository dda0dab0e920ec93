"""Reflect: an answer with sources, and beliefs that move."""
