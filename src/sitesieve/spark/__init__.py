"""Learning and cleaning with Spark, for crawls that outgrow a machine.

spark = sitesieve.spark.session()                      # or a session of your own
pages = spark.read.parquet("pages")                    # url and html, one row a page
sitesieve.spark.learn(pages).write.parquet("models")   # site, pages, model
models = spark.read.parquet("models")
sitesieve.spark.clean(pages, models).write.parquet("texts")
"""

from typing import TYPE_CHECKING, Any

from sitesieve.on_demand import on_demand

if TYPE_CHECKING:
    from sitesieve.spark.cleaning import clean
    from sitesieve.spark.environment import session
    from sitesieve.spark.learning import learn
    from sitesieve.spark.model_table import from_files, load, merge
    from sitesieve.spark.warc_table import read_warc

__all__ = ["clean", "from_files", "learn", "load", "merge", "read_warc", "session"]

_named = on_demand(
    __name__,
    {
        "clean": f"{__name__}.cleaning",
        "learn": f"{__name__}.learning",
        "read_warc": f"{__name__}.warc_table",
        "session": f"{__name__}.environment",
        **dict.fromkeys(("from_files", "load", "merge"), f"{__name__}.model_table"),
    },
)


def __getattr__(name: str) -> Any:
    if name in __all__:
        from sitesieve.spark.environment import check_packages

        check_packages()
    return _named(name)
