"""What is it about? Multiple-classification ripple-down rules that file cases (Kang-Kim §III)."""

from sitesieve.rules.cases import Case, case_of_record, make_case
from sitesieve.rules.conditions import Condition, Field, condition
from sitesieve.rules.effects import Effect, Proposal
from sitesieve.rules.folders import FolderCount, rolled_up
from sitesieve.rules.inference import Filing, Rule
from sitesieve.rules.rule_base import RuleBase
from sitesieve.rules.rule_file import RuleFile, load_rules

__all__ = [
    "Case",
    "Condition",
    "Effect",
    "Field",
    "Filing",
    "FolderCount",
    "Proposal",
    "Rule",
    "RuleBase",
    "RuleFile",
    "case_of_record",
    "condition",
    "load_rules",
    "make_case",
    "rolled_up",
]
