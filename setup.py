"""Builds the compiled modules: every .pyx file under src. All else is in pyproject.toml.

SITESIEVE_SANITIZE=1 builds them for finding errors of memory and undefined behaviour. Give such a
build a folder of its own, as `make sanitize` does.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
SANITIZE = os.environ.get("SITESIEVE_SANITIZE", "0") not in ("", "0")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


def compiled_modules() -> list[Extension]:
    """One for each .pyx file, named by where it lies: a new one needs no line here."""
    return [
        Extension(".".join(file.relative_to(SOURCES).with_suffix("").parts), [file.as_posix()])
        for file in sorted(SOURCES.rglob("*.pyx"))
    ]


class BuildCompiled(build_ext):
    """As many modules at once as there are cores; again only those whose sources changed."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.editable_mode:  # where an in-place build looks: it compiles only what changed
            usual = build(self.distribution)
            usual.ensure_finalized()
            self.build_lib, self.build_temp = usual.build_lib, usual.build_temp

    def build_extensions(self) -> None:
        microsoft = self.compiler.compiler_type == "msvc"
        if microsoft and SANITIZE:
            raise SystemExit("SITESIEVE_SANITIZE needs gcc or clang")
        for module in self.extensions:
            if SANITIZE:
                module.extra_compile_args = [*SANITIZERS, "-fno-omit-frame-pointer", "-g", "-O1"]
                module.extra_link_args = SANITIZERS
            else:
                module.extra_compile_args = ["/O2"] if microsoft else ["-O3", "-g0"]
        self.parallel = os.cpu_count() or 1
        in_c = cythonize(
            self.extensions,
            build_dir=self.build_temp,  # no C files among the sources
            include_path=[str(SOURCES)],
            compiler_directives={"language_level": 3},
            nthreads=self.parallel,
            quiet=True,
        )
        for module, translated in zip(self.extensions, in_c, strict=True):
            module.sources, module.depends = translated.sources, translated.depends
        super().build_extensions()


if __name__ == "__main__":  # processes that Cython starts may import this file
    setup(ext_modules=compiled_modules(), cmdclass={"build_ext": BuildCompiled})
