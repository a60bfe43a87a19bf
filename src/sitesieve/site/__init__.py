"""What do these pages share? Redundancy by path; saved models."""
