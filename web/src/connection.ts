/** Whether the server, which has results and studies, is there: a banner if it is missing, and word when it is back. */

import * as api from "./api.ts";
import { h } from "./base/dom.ts";

const AGAIN_MS = 1000;
const LOOK_MS = 5000;
const SHOWN_MS = 6000;

export class Connection {
  readonly banner = h("div", { class: "banner", role: "alert", hidden: true, "data-testid": "banner" });
  private state: api.Answered = "alive";

  /** `back` is called when the server answers again. */
  constructor(private readonly back: () => void) {
    api.watchAnswers((how) => this.update(how));
    setInterval(() => document.visibilityState === "visible" && this.state === "alive" && void this.look(), LOOK_MS);
  }

  /** Ask the server something small; until it answers as it should, ask again and again. */
  private async look(): Promise<void> {
    await api.about().catch(() => undefined);
    // Its token may come by another tab: they share the cookie.
    if (this.state !== "alive") setTimeout(() => void this.look(), AGAIN_MS);
  }

  private update(how: api.Answered): void {
    const before = this.state;
    if (how === before) return;
    this.state = how;
    if (how === "gone") {
      this.show("gone", "The server does not answer: its results and studies are away. Runs are made here and go on; the page tries again every second.");
    } else if (how === "refused")
      this.show(
        "refused",
        "The server asks for its token: open the address that cellwise serve printed, in any tab; this one then reconnects.",
      );
    else {
      this.show("back", "The server is back.");
      setTimeout(() => this.banner.dataset["state"] === "back" && (this.banner.hidden = true), SHOWN_MS);
      this.back();
    }
    if (before === "alive") setTimeout(() => void this.look(), AGAIN_MS);
  }

  private show(state: string, text: string): void {
    this.banner.dataset["state"] = state;
    this.banner.textContent = text;
    this.banner.hidden = false;
  }
}
