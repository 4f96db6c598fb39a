"""Fitting what the value policies know to simulated deals."""
