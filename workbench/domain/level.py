"""Levels: what one step of a scale is called."""

Level = int | str
