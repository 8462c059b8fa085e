/** Files out, scenarios that people share and what is seen, and files that are dropped. */

import { button, h } from "../base/dom.ts";
import { download, type Strips } from "../plot/strips.ts";
import { addressed, MOST_LETTERS } from "./address.ts";
import type { Session } from "./session.ts";

/** A name for a file, from words. */
export function fileName(words: string): string {
  return (
    words
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 60) || "cellwise"
  );
}

/** Buttons that save the scenario and what is seen. */
export function saveButtons(session: Session, strips: Strips): HTMLElement {
  const name = (): string => fileName(session.newest?.label ?? session.title);
  const title = (): string => session.title;
  const toml = async (): Promise<void> => {
    const run = session.newest;
    if (!run) return;
    const text = await session.kept.toml(run.scenario);
    download(new Blob([text], { type: "application/toml" }), `${name()}.toml`);
  };
  const json = (): void =>
    download(
      new Blob([`${JSON.stringify(session.scenario, null, 2)}\n`], { type: "application/json" }),
      `${name()}.json`,
    );
  const link = async (): Promise<void> => {
    const text = await addressed(session.scenario);
    if (text.length > MOST_LETTERS) return session.status.set("This scenario is too long for an address: save it as a file.");
    history.replaceState(null, "", `#/scenario/${text}`);
    // Where a browser does not let pages write there, the address can be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    session.status.set(`The address of this page has the scenario now${isCopied ? ", and is copied" : ""}.`);
  };
  return h(
    "div",
    { class: "buttons", role: "group", "aria-label": "Save" },
    h("span", { class: "label" }, "Save"),
    button("Link", () => void link(), {
      "data-testid": "save-link",
      title: "The scenario as an address: opened in a browser, it runs",
      "aria-label": "Link: the scenario as an address",
    }),
    button("TOML", () => void toml(), {
      "data-testid": "save-toml",
      title: "The scenario, for cellwise run",
      "aria-label": "The scenario as TOML",
    }),
    button("JSON", json, { "data-testid": "save-json", title: "The scenario", "aria-label": "The scenario as JSON" }),
    button("CSV", () => download(strips.csv(), `${name()}.csv`), {
      "data-testid": "save-csv",
      title: "The points that are drawn",
      "aria-label": "The points that are drawn as CSV",
    }),
    button("SVG", () => download(strips.svg(title()), `${name()}.svg`), {
      "data-testid": "save-svg",
      title: "The plots",
      "aria-label": "The plots as SVG",
    }),
    button("PNG", () => void strips.png(title()).then((blob) => download(blob, `${name()}.png`)), {
      "data-testid": "save-png",
      title: "The plots",
      "aria-label": "The plots as PNG",
    }),
  );
}

/** Take files that are dropped anywhere on the page. */
export function acceptDrops(open: (file: File) => void): void {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) open(file);
  });
}
