"""Frozen values and their validation; no input or output."""
