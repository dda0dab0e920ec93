"""GateMem: what was to be deleted, or is for others, is not told; what may be told still is."""
