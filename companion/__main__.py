# SPDX-License-Identifier: MIT
"""Lets `python -m companion` stand for the `companion` command."""

from companion.cli import main

if __name__ == "__main__":
    main(prog_name="companion")
