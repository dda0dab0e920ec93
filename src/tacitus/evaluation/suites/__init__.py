"""Benchmarks: files in, conversations with questions and exact evidence out."""
