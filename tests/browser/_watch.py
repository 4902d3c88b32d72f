# SPDX-License-Identifier: MIT
"""What a browser is asked to fetch and what it complains of, on every page of a journey."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page, Request, Response

#: The server refuses a form or a page on purpose; the browser notes each such answer.
ON_PURPOSE = ("status of 404", "status of 409", "status of 422")


class Watch:
    """Collects complaints; empty as long as the pages behave."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.asked: list[str] = []

    def over(self, page: Page, home: str) -> None:
        """Watch a page and all that it asks for; *home* is the only address it may ask."""

        def asked(request: Request) -> None:
            self.asked.append(request.url)
            if not request.url.startswith((f"{home}/", "data:")):
                self.complaints.append(f"{page.url} asked for {request.url}")

        def answered(response: Response) -> None:
            page_itself = response.request.is_navigation_request()
            if response.status >= 500 or (response.status >= 400 and not page_itself):
                self.complaints.append(f"{response.status} for {response.url}")

        def said(message: ConsoleMessage) -> None:
            if message.type not in ("error", "warning"):
                return
            if not any(status in message.text for status in ON_PURPOSE):
                self.complaints.append(f"{page.url}: {message.text}")

        page.on("request", asked)
        page.on("response", answered)
        page.on("console", said)
