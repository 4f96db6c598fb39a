"""Regret: how many points a policy's choices give away against rollouts, by kind of decision.

python -m zhuji_sim.regret champion tai speed --rules bao --points 2000 --out runs/regret
"""
