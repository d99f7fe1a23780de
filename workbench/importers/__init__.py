"""Foreign formats, one module each, read into our own records; nothing is dropped unsaid."""
