# SPDX-License-Identifier: MIT
"""The web app: Flask lives here and in the command line only. Views parse, call a service, render."""
