"""Recall: four channels, one ranking, a token budget."""
