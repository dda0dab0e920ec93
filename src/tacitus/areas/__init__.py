"""What the engine offers beside retain, recall and reflect: a facade for each area.

Each is made by `Engine` for one call (`engine.beliefs`, `engine.curation`), takes banks by name and
knows no other.
"""
