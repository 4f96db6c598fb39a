"""From an experiment file to rows on disk: validated, in chunks, on all cores, and resumable."""
