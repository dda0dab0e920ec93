"""What the engine gives back, as bodies of the wire: one way for every interface."""
