# SPDX-License-Identifier: MIT
"""Laws that hold for every game, whatever its rules; a new game is tested by existing."""
