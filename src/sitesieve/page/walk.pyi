"""Compiled; only other compiled modules call it."""
