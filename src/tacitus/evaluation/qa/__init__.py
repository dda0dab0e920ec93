"""Answers by a language model from what was recalled, and verdicts on them."""
