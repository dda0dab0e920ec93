"""Embeddings."""

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""A unit-length embedding, shape `(dimension,)`."""
