"""What is it about? Multiple-classification ripple-down rules that file cases (Kang-Kim §III)."""

from sitesieve.rules.cases import Case, case_of_record, make_case
from sitesieve.rules.conditions import Condition, Field, condition
from sitesieve.rules.effects import Effect, Proposal
from sitesieve.rules.filing_tables import FilingTables, filing_tables
from sitesieve.rules.folders import FolderCount, rolled_up
from sitesieve.rules.inference import Filing, Rule
from sitesieve.rules.mending import MendingCost, mending_cost
from sitesieve.rules.rule_base import RuleBase
from sitesieve.rules.rule_file import RuleFile, load_rules

__all__ = [
    "Case",
    "Condition",
    "Effect",
    "Field",
    "Filing",
    "FilingTables",
    "FolderCount",
    "MendingCost",
    "Proposal",
    "Rule",
    "RuleBase",
    "RuleFile",
    "case_of_record",
    "condition",
    "filing_tables",
    "load_rules",
    "make_case",
    "mending_cost",
    "rolled_up",
]
