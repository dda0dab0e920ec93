"""What can be said of an incident: drafted from what is on record, or by a model; then checked."""
