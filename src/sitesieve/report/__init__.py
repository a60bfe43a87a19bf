"""What people look at in a browser: self-contained pages with tables and plots."""
