"""MCP: what an agent does with `sitesieve mcp`, here by hand.

python examples/mcp_client.py FOLDER
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from sitesieve.sample import sample_sites, serve


async def ask(client: Client, tool: str, **arguments: Any) -> str:
    """The answer of a tool as text."""
    result = await client.call_tool(tool, arguments)
    return "".join(part.text for part in result.content if part.type == "text")


async def main(work: Path) -> None:
    work.mkdir(exist_ok=True)
    # The sample site is on this machine; leave out --allow-private and --delay for real ones.
    command = ["-m", "sitesieve", "mcp", str(work), "--allow-private", "--delay", "0"]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    with serve(sample_sites()[0]) as site:
        async with Client(server) as client:
            print(", ".join(tool.name for tool in (await client.list_tools()).tools))
            print(await ask(client, "learn_site", site=f"{site}/", pages=100))
            page = await ask(client, "clean_page", url=f"{site}/about.html")
            print(page)
            structure = await ask(client, "site_structure", site=f"{site}/")
            print(structure.splitlines()[0])
            print(await ask(client, "whats_new", url=f"{site}/", kind="section"))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
