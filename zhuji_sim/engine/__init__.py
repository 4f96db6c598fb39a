"""Compiled kernels: random streams, hand evaluation, and the deal as a state machine."""
