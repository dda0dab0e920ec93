"""Measurements of the application; `recallops eval` prints them."""
