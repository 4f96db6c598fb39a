"""The command line: `zhuji`, or `python -m zhuji_sim`. Nothing else prints."""
