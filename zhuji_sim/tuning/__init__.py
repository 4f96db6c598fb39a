"""Weights searched for by play against a pool of opponents, and what is found judged on fresh walls."""
