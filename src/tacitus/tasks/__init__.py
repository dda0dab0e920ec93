"""Background work: the handlers and the worker that runs them."""
