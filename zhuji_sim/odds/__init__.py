"""What a hand is worth before the first discard: every bid, name and pass played out over hidden hands."""
