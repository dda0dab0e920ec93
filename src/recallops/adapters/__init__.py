"""The outside behind the ports; adapters do not know one another."""
