"""Pages of the documentation that are made from something else when the site is built."""
