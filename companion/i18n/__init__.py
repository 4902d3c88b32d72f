# SPDX-License-Identifier: MIT
"""The languages: catalogues, and the look-up that turns an engine's text into words."""
