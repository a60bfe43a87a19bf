"""Kill points: every durable action killed before and after each of its writes, then gone on with.

`python -m kill_points --every 1` does it for all actions of `actions`. An action is run in a forked
process whose calls into C are watched (`sys.setprofile`): writes to files, renames, removals,
syncs and statements of SQLite. At the chosen one the process kills itself with SIGKILL, so that
nothing is flushed and no `finally` is run. Then what is there is checked, the action is taken up in
another process, and the result is compared with that of an action that was not disturbed.
"""
