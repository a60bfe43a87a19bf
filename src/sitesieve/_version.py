"""The version, where everything else can import it from."""

__version__ = "0.1.0"
