"""The studio: see, steer and teach in the browser what the library does; `sitesieve studio`."""
