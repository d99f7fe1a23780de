"""Find out which of an LLM judge's scores may be believed."""

__version__ = "0.1.0"
