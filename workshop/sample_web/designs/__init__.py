"""The looks of the sites: each module turns a scene into the markup of one design."""
