"""Databases with damaged cells: what SQLite itself would never notice."""

import random
import sqlite3
from pathlib import Path

_ODD: tuple[object, ...] = (
    *(None, "", "x", b"", b"\xff\0", -1, 0, 1, 2**62, -(2**63), 1e300, -1e300, float("inf"), 0.5),
    *("[1]", "{}", "null", "http://[", "http://127.0.0.1/", "\x1b[2J", "9" * 30, "A" * 5000),
)


def with_odd_cells(path: Path, rng: random.Random) -> None:
    """Replace some cells of a database by values that do not belong there."""
    db = sqlite3.connect(path)
    try:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        tables = [
            str(name)
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        for _ in range(rng.randint(1, 3)):
            table = rng.choice([name for name in tables if not name.startswith("sqlite_")])
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            column, value = rng.choice(columns), rng.choice(_ODD)
            where = "" if rng.random() < 0.5 else " WHERE abs(random()) % 2 = 0"
            try:
                db.execute(f"UPDATE OR IGNORE {table} SET {column} = ?{where}", (value,))
            except sqlite3.IntegrityError:
                continue
        db.commit()
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return  # the bytes are damaged already
    finally:
        db.close()
