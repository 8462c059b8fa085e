/** The first screen: templates, studies, stored runs, a visitor's own scenario. */

import * as api from "./api.ts";
import { button, fill, h, uid } from "./base/dom.ts";
import type { Table } from "./base/json.ts";
import { plain, readable } from "./base/quantity.ts";
import { inline } from "./study/markdown.ts";
import type { Runner } from "./compute/runner.ts";
import { NETWORKS } from "./networks.ts";
import { miniature } from "./run/miniature.ts";
import { inOrder, inWords } from "./templatenames.ts";
import type { Gallery, RunEntry, Stored } from "./types.ts";

export interface GalleryActions {
  runner: Runner;
  /** The runs of this page, the newest first. */
  runs: RunEntry[];
  forget(id: string): void;
  /** Whether there is a server, which has studies and results. */
  isServed: boolean;
  /** The choices are there. */
  drawn(): void;
  /** Run a template's scenario, and let it play. */
  openTemplate(scenario: Table, title: string): void;
  openFile(file: File): void;
  /** Show a run with those that are shown. */
  compare(id: string): void;
}

/** Draw the gallery; each part appears when the server has sent it. */
export function gallery(actions: GalleryActions): HTMLElement {
  const recent = section("Runs", Promise.resolve(runTable(actions.runs, actions)));
  return h(
    "div",
    { class: "gallery" },
    h("h2", { tabindex: -1 }, "Gallery"),
    section(
      "Templates",
      templates(actions.runner).then((templates) => {
        actions.drawn();
        return h(
          "div",
          { class: "cards" },
          templates.map((one) => templateCard(one, actions)),
        );
      }),
    ),
    h(
      "section",
      { "aria-label": "A scenario of your own" },
      h("h3", {}, "A scenario of your own"),
      filePicker(actions),
    ),
    actions.isServed
      ? section(
          "Studies",
          api.gallery().then(({ studies }) => h("div", { class: "cards" }, studies.map(studyCard))),
        )
      : null,
    recent,
    actions.isServed ? section("Results in the folder", api.stored().then(storedRuns)) : null,
  );
}

interface Template {
  name: string;
  title: string;
  text: string;
  scenario: Table;
}

/** The part of a template's scenario that a person would write: the network's own settings and the main ones. */
const MAIN = ["title", "duration", "seed", "topology"];

async function templates(runner: Runner): Promise<Template[]> {
  const models = await runner.ofScenario<Record<string, string>[]>({ ask: "catalogue" });
  const rows = models.filter(({ family }) => family === "templates");
  const all = await Promise.all(
    rows.map(async ({ name = "", summary = "", source = "" }) => {
      const whole = JSON.parse(await runner.ofScenario<string>({ ask: "template", name })) as Table;
      const scenario = Object.fromEntries(MAIN.flatMap((key) => (whole[key] === undefined ? [] : [[key, whole[key]]])));
      return { name, title: summary, text: source, scenario };
    }),
  );
  return inOrder(all);
}

function section(title: string, coming: Promise<HTMLElement>): HTMLElement {
  const place = h("div", { "aria-busy": "true" }, h("p", { class: "help" }, "…"));
  coming
    .then((element) => fill(place, element))
    .catch((failure: unknown) =>
      fill(place, h("p", { class: "error" }, failure instanceof Error ? failure.message : String(failure))),
    )
    .finally(() => place.removeAttribute("aria-busy"));
  return h("section", { "aria-label": title }, h("h3", {}, title), place);
}

function templateCard(one: Template, actions: GalleryActions): HTMLElement {
  const words = inWords(one.name);
  const network = NETWORKS[one.name];
  const open = button("Open and run", () => actions.openTemplate(one.scenario, words), {
    class: "primary",
    "data-testid": `template-${one.name}`,
    "aria-label": `Open and run: ${words}`,
  });
  return h(
    "article",
    { class: "card" },
    network ? miniature(network) : null,
    h("h4", {}, words),
    h("p", {}, one.title),
    h("p", { class: "help" }, h("code", {}, one.name), one.text ? ` · ${one.text}` : ""),
    open,
  );
}

function studyCard(one: Gallery["studies"][number]): HTMLElement {
  const title = h(
    "h4",
    {},
    h("a", { href: `#/study/${encodeURIComponent(one.name)}`, "data-testid": `study-${one.name}` }, one.name),
  );
  return h(
    "article",
    { class: "card" },
    title,
    h("p", {}, one.title),
    h("p", { class: "help" }, ...inline(one.summary)),
    h("p", { class: "help" }, one.source),
  );
}

function filePicker(actions: GalleryActions): HTMLElement {
  const id = uid("file");
  const input: HTMLInputElement = h("input", {
    id,
    type: "file",
    accept: ".toml,.json",
    "data-testid": "open-file",
    onchange: () => input.files?.[0] && actions.openFile(input.files[0]),
  });
  return h("p", {}, h("label", { for: id }, "Open a scenario (TOML or JSON), or drop it on the page: "), input);
}

/** Results folders of the command line; opening one makes a run of it. */
function storedRuns({ runs, broken }: Stored): HTMLElement {
  const left = broken.map(({ name, error }) => h("p", { class: "error" }, `${name} is left out: ${error}`));
  if (runs.length === 0) {
    const none = h("p", { class: "help" }, "None yet: cellwise run saves its results there.");
    return left.length ? h("div", {}, left) : none;
  }
  const open = (name: string): void => void (location.hash = `#/stored/${encodeURIComponent(name)}`);
  const rows = runs.map((one) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        button(one.name, () => open(one.name), { class: "link", "data-testid": `stored-${one.name}` }),
      ),
      h("td", {}, one.title),
      h("td", {}, readable(one.simulated_s, "s")),
      h("td", {}, String(one.seed)),
    ),
  );
  const table = tableOf(["results", "title", "simulated", "seed"], rows);
  return h("div", {}, h("div", { class: "scroll" }, table), left);
}

function tableOf(heads: string[], rows: HTMLElement[]): HTMLElement {
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((one) => h("th", { scope: "col" }, one)),
      ),
    ),
    h("tbody", {}, rows),
  );
}

function runTable(runs: RunEntry[], actions: GalleryActions): HTMLElement {
  const rows = runs.map((run) => {
    const name = run.label || run.id;
    const row: HTMLElement = h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `#/run/${encodeURIComponent(run.id)}` }, name)),
      h("td", {}, run.state),
      h("td", {}, readable(run.summary?.goodput_bps, "bit/s")),
      h(
        "td",
        {},
        run.summary?.cell_loss_ratio == null ? "–" : plain(Number(run.summary.cell_loss_ratio.toPrecision(3))),
      ),
      h(
        "td",
        {},
        button("Compare", () => actions.compare(run.id), {
          "aria-label": `Compare ${name}`,
          title: "Overlay it on the runs that are shown",
        }),
      ),
      h(
        "td",
        {},
        button("✕", () => (actions.forget(run.id), row.remove()), {
          title: "Remove",
          "aria-label": `Remove ${name}`,
        }),
      ),
    );
    return row;
  });
  if (rows.length === 0) return h("p", { class: "help" }, "None yet.");
  return h("div", { class: "scroll" }, tableOf(["run", "state", "goodput", "cell loss", "", ""], rows));
}
