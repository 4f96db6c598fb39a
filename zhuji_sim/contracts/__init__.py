"""Which contracts pay: forced on every hand, and as auctions reach them, always held against passing.

python -m zhuji_sim.contracts --rules bao --walls 20000 --seed 1 --out runs/contracts
"""
