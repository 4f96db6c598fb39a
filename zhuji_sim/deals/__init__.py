"""Single deals from outside the compiled loop: bots, logs, replays, and deals as readable text."""
