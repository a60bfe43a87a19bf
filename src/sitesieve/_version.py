"""The version, where everything else can import it from."""

__version__ = "0.2.0"
