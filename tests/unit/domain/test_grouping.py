"""Numbers that are the same, told by counting or by sorting: it comes to the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tacitus.domain.grouping import grouped


@given(st.lists(st.one_of(st.integers(0, 9), st.integers(0, 10**6)), max_size=40))
def test_the_distinct_numbers_come_in_order_with_the_place_and_the_count_of_each(
    numbers: list[int],
) -> None:
    found = grouped(np.array(numbers, np.int64))

    assert found.distinct.tolist() == sorted({*numbers})
    assert found.distinct[found.of].tolist() == numbers
    assert found.many.tolist() == [numbers.count(one) for one in sorted({*numbers})]
