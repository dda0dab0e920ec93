"""Evaluation: public benchmarks asked of a memory, by the same instrument for every product."""
