"""What plugs into other people's programs: steps of datatrove, a pipeline of Scrapy, tools of
agents. Each module needs the package whose name it has, and only that one."""
