"""What is fuzzed, a module each: `NAME`, `seeds() -> list[bytes]`, `run(data, rng)`."""
