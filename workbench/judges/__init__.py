"""Judges: what gives verdicts, each with its way of being asked."""
