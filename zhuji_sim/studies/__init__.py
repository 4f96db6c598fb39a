"""The studies: one question about the game each, from a file in `experiments/` to a page that answers it."""
