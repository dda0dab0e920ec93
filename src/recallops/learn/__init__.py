"""What is learnt of what happened: fixes, recurrences and patterns."""
