"""Fuzzing: what others wrote, damaged in many ways, and what must hold all the same.

`python -m fuzzing --minutes 5 --seed 1` runs every module of `targets/`. Each has a `NAME`, some
valid inputs (`seeds`) and `run`, which uses an input and raises when it finds that something does
not hold. Errors that are documented (`sitesieve.errors`) are caught by a target where they are
allowed; everything that leaves `run` is a finding. A case is made from the seed, the name of the
target and a number, so that it can be run again alone (`--target NAME --case NUMBER`).
"""
