"""RECALLOPS: incident investigation on top of Tacitus."""
