"""Exporters: trusted judges as files that other tools run, one module a format."""
