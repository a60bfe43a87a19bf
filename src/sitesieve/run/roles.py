"""The role of each page among the links of its site."""

from sitesieve.links.roles import Role
from sitesieve.links.site_graphs import SiteGraphs
from sitesieve.links.structure import find_structure
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tasks import Observe
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source


def find_roles(source: Source, jobs: int = 0, report: Report = no_report) -> dict[str, Role]:
    """The role of each page of a source among the links of its site, by address."""
    graphs = SiteGraphs()
    with mapped(Observe(graphs), source, jobs, source.options.limits.seconds) as observations:
        for pages, seen in enumerate(observations, 1):
            if not isinstance(seen, Failure):
                graphs.absorb(seen)
            report("linking", pages, source.fraction)
    graphs.redirect(source.redirects)
    return roles_in(graphs)


def roles_in(graphs: SiteGraphs) -> dict[str, Role]:
    """The role of each page of some link graphs, by address."""
    roles: dict[str, Role] = {}
    for site in graphs.sites:
        structure = find_structure(graphs.graph_of(site))
        roles |= {address: structure.roles[n] for address, n in structure.graph.page_of.items()}
    return roles
