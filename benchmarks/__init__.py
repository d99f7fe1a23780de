"""Measures the figures that the project is held to, as ratios in one run on one machine."""
