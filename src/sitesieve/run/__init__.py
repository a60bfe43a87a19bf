"""How a job runs: over processes, within limits, counted, and resumable."""
