# SPDX-License-Identifier: MIT
"""The pure scoring engine.

Law of this folder: standard library only. No input or output, no clock, no
randomness, no globals that change, no translation, and no game's name.
"""
