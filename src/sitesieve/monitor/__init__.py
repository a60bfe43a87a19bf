"""What is new, and what is it about? Ripple-down rules that file cases."""

from sitesieve.monitor.cases import Case, case_of_record, make_case
from sitesieve.monitor.conditions import Condition, Field, condition
from sitesieve.monitor.effects import Effect, Proposal
from sitesieve.monitor.inference import Filing, Rule
from sitesieve.monitor.rule_file import RuleFile, load_rules
from sitesieve.monitor.rules import RuleBase

__all__ = [
    "Case",
    "Condition",
    "Effect",
    "Field",
    "Filing",
    "Proposal",
    "Rule",
    "RuleBase",
    "RuleFile",
    "case_of_record",
    "condition",
    "load_rules",
    "make_case",
]
