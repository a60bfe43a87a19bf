"""Which kind of noise a block is: evidence, certain rules, a small trained model."""
