# syntax=docker/dockerfile:1
# sitesieve with the extras of `all`. It is built where there is a compiler, and runs where there is none.

FROM python:3.11-slim-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py constraints.txt MANIFEST.in README.md CHANGELOG.md LICENSE ./
COPY src src
ENV PIP_CONSTRAINT=/source/constraints.txt
RUN python -m venv /opt/sitesieve \
    && /opt/sitesieve/bin/python -m pip install --no-cache-dir '.[all]' \
    && /opt/sitesieve/bin/python -m pip uninstall --yes pip

FROM python:3.11-slim-bookworm
LABEL org.opencontainers.image.title="sitesieve" \
      org.opencontainers.image.description="Cleans web pages by learning what the pages of a site have in common" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/sitesieve /opt/sitesieve
RUN useradd --create-home --uid 1000 sieve \
    && install --directory --owner=sieve --group=sieve /data
ENV PATH=/opt/sitesieve/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    XDG_DATA_HOME=/data/.sitesieve
USER sieve
WORKDIR /data
ENTRYPOINT ["sitesieve"]
CMD ["--help"]
