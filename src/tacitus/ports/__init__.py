"""What the engine needs of the outside, as Protocols; adapters fill them."""
