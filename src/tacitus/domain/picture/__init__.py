"""A bank as arrays: what the searches look at, and the searches over it.

A `Picture` is a value. `Picture.changed` gives the next one and leaves the first as it is; the two
share what they have in common, so that a change costs what it adds and little more. A memory is a
*row*: rows are only ever added, and what is deleted or changed leaves a row that lives no more.
"""

from tacitus.domain.picture.batch import Batch
from tacitus.domain.picture.picture import Picture

__all__ = ["Batch", "Picture"]
