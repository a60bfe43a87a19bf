"""Items of a page, images and links, judged one by one by decision trees (thesis §3.1)."""
