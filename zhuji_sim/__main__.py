"""`python -m zhuji_sim`."""

import sys

from zhuji_sim.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
