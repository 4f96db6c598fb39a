"""Fair comparison of policies in duplicate format: the same walls, each policy in every seat."""
