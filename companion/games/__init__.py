# SPDX-License-Identifier: MIT
"""The games: one module each, found by themselves.

Law of this folder: a game imports the engine and private helpers (`_*.py`) only, and
exports one public name, `GAME`.
"""
