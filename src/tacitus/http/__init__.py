"""The HTTP API: routes that read a body, ask the engine and write a body, and nothing else."""
