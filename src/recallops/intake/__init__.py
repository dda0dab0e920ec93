"""What comes in: postmortems and alerts, read as incidents."""
