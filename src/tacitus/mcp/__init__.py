"""A bank as tools of the Model Context Protocol, for agents that choose themselves what to remember."""
