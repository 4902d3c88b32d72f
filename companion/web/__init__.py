# SPDX-License-Identifier: MIT
"""The web app; Flask lives here and in the command line only.

A view parses, calls one service, and renders.
"""
