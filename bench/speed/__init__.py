"""Parts of recall_speed.py."""
