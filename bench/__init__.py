"""Measurements: each part prints figures and ratios from one run, because machines differ and are noisy."""
