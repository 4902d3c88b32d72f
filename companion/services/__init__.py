# SPDX-License-Identifier: MIT
"""The use cases, one function each; plain values in and out, and no Flask."""
