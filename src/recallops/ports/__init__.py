"""What is needed of the outside, as protocols."""
