"""Runs rendered for people, pull requests and CI servers, one module a format."""
