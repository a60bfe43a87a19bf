"""What is new, and what is it about? Watches of sites, and ripple-down rules that file cases.

with Watcher("watch.sqlite") as watcher:
    watcher.add("https://a.example/news/", kind="section", every=6 * 3600)
    for item in watcher.run().items:
        print(item.kind, item.title, item.url, item.text)
"""

from sitesieve.monitor.cases import Case, case_of_record, make_case
from sitesieve.monitor.clock import Clock, SimulatedClock, SystemClock
from sitesieve.monitor.conditions import Condition, Field, condition
from sitesieve.monitor.differences import BlockChange
from sitesieve.monitor.effects import Effect, Proposal
from sitesieve.monitor.fetching import FetchOptions
from sitesieve.monitor.filing import items_as_cases
from sitesieve.monitor.inference import Filing, Rule
from sitesieve.monitor.items import Item
from sitesieve.monitor.rounds import RoundReport
from sitesieve.monitor.rule_file import RuleFile, load_rules
from sitesieve.monitor.rules import RuleBase
from sitesieve.monitor.watcher import RunReport, Watcher, WatchStatus
from sitesieve.monitor.watches import Settings, Watch

__all__ = [
    "BlockChange",
    "Case",
    "Clock",
    "Condition",
    "Effect",
    "FetchOptions",
    "Field",
    "Filing",
    "Item",
    "Proposal",
    "RoundReport",
    "Rule",
    "RuleBase",
    "RuleFile",
    "RunReport",
    "Settings",
    "SimulatedClock",
    "SystemClock",
    "Watch",
    "WatchStatus",
    "Watcher",
    "case_of_record",
    "condition",
    "items_as_cases",
    "load_rules",
    "make_case",
]
