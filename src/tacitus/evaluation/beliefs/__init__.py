"""How beliefs move: eight numbers, measured with an assessor that follows a script."""
