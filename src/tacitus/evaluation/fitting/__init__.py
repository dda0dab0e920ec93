"""Fitting the calibrated ranking: questions with known evidence in, coefficients out."""
