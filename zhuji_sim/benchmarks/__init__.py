"""What `zhuji bench` measures: nanoseconds a hand and deals a second."""
