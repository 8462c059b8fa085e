/** A study: published numbers next to ours, growing as points finish; start, cancel, resume. */

import * as api from "../api.ts";
import { button, fill, h, throttle, uid } from "../base/dom.ts";
import type { Table } from "../base/json.ts";
import { seconds } from "../base/quantity.ts";
import type { Claim, Study, StudyCell, StudyProgress } from "../types.ts";
import { markdown } from "./markdown.ts";
import { tableOf } from "./tables.ts";
import { judged } from "./verdict.ts";

/** How often tables and, because they are costly to draw, figures are fetched while a study runs. */
const GROWS_MS = 1000;
const FIGURES_MS = 5000;
/** How often a study that does not run is tested: another program may start it. */
const LOOK_MS = 5000;

export class StudyView {
  readonly element = h("div", { class: "study", "data-testid": "study" });
  private readonly progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the study" });
  private readonly status = h("p", {
    class: "status",
    role: "status",
    "aria-live": "polite",
    "data-testid": "study-status",
  });
  private readonly tables = h("div", {});
  private readonly figures = h("div", { class: "figures" });
  private readonly claims = h("ul", { class: "claims" });
  private readonly problems = h("div", { class: "error", "data-testid": "study-problems" });
  private readonly only = h("fieldset", { class: "only" });
  private readonly replications = h("input", { type: "number", min: 1, max: 100, step: 1, value: 5 });
  private readonly start = button("Start", () => void this.begin(), { class: "primary", "data-testid": "study-start" });
  private readonly cancel: HTMLButtonElement;
  private readonly refreshSoon = throttle(GROWS_MS, () => void this.refresh());
  private close: () => void = () => undefined;
  /** How far the study was when it was drawn without running. */
  private shownProgress = "";
  /** Which tables the visitor opened or closed. */
  private readonly opened = new Map<string, boolean>();
  private version = 0;
  private figured_ms = -Infinity;
  private running = false;

  constructor(
    private readonly name: string,
    private readonly open: (scenario: Table, title: string) => void,
  ) {
    this.cancel = button("Cancel", () => void this.stop(), { "data-testid": "study-cancel", disabled: true });
  }

  /** Get the study and draw it. */
  async load(): Promise<this> {
    const study = await api.study(this.name);
    const id = uid("replications");
    this.replications.id = id;
    this.shownProgress = progressOf(study);
    fill(
      this.only,
      h("legend", {}, "Compute"),
      study.groups.map((one) => h("label", {}, h("input", { type: "checkbox", value: one, checked: true }), ` ${one}`)),
      button("none", () => this.chooseNone()),
    );
    fill(
      this.element,
      h("h2", { tabindex: -1 }, `${study.name}: ${study.title}`),
      h("p", { class: "help" }, study.source),
      h(
        "details",
        { class: "order" },
        h("summary", {}, "The question, how it is simulated, what was tried"),
        markdown(study.question),
      ),
      h(
        "div",
        { class: "startbox" },
        h("label", { for: id }, "Replications "),
        this.replications,
        this.start,
        this.cancel,
        this.progress,
        this.status,
        this.only,
      ),
      this.problems,
      h("h3", {}, "Published numbers and ours"),
      h(
        "p",
        { class: "help" },
        "Each cell has the published number, which opens its run, and below it our median with the 5–95 % range of our replications. ● inside, ○ inside from our least to our most, ◐ outside but near, ✗ outside, ≠ the document contradicts itself; % is how far our median is off.",
      ),
      this.tables,
      h("h3", {}, "Figures"),
      this.figures,
      h("h3", {}, "Claims"),
      this.claims,
    );
    this.showOrder(study, study.replications);
    this.draw(study);
    const computed = study.tables.some((table) => table.rows.some((row) => row.ours !== null));
    this.status.textContent = computed
      ? "Stored results are shown; Start computes what is missing."
      : "Nothing is computed yet.";
    this.follow();
    return this;
  }

  destroy(): void {
    this.close();
  }

  /** Show what a study was asked for: how many replications, and which parts. */
  private showOrder({ asked, only }: Pick<Study, "asked" | "only">, replications?: number | null): void {
    this.replications.value = String(asked || replications || 5);
    for (const box of this.only.querySelectorAll<HTMLInputElement>("input"))
      box.checked = !only?.length || only.includes(box.value);
  }

  private chooseNone(): void {
    for (const box of this.only.querySelectorAll<HTMLInputElement>("input")) box.checked = false;
  }

  private async begin(): Promise<void> {
    const boxes = [...this.only.querySelectorAll<HTMLInputElement>("input")];
    const wanted = boxes.filter((one) => one.checked).map((one) => one.value);
    if (wanted.length === 0) return void (this.status.textContent = "Choose at least one part to compute.");
    this.status.textContent = "Starting …";
    try {
      await api.startStudy(this.name, Number(this.replications.value), wanted.length === boxes.length ? [] : wanted);
      this.setRunning(true);
      this.follow();
    } catch (failure) {
      this.fail(failure);
    }
  }

  private async stop(): Promise<void> {
    this.status.textContent = "Cancelling …";
    this.cancel.disabled = true;
    await api.cancelStudy(this.name).catch((failure: unknown) => this.fail(failure));
  }

  private fail(failure: unknown): void {
    this.status.textContent = failure instanceof Error ? failure.message : String(failure);
  }

  private follow(): void {
    this.close();
    // A stream ends with the study: one that waited for a start would take a connection from other tabs.
    this.close = api.events(
      api.studyEvents(this.name),
      {
        progress: (data) => this.passed(data as StudyProgress),
        table: () => this.refreshSoon(),
        idle: (data) => this.ended("It is no longer running; Start continues from what is done.", data),
        done: (data) =>
          this.ended(
            (data as StudyProgress).state === "cancelled"
              ? "Cancelled; what is done is kept, and Start continues from it."
              : "Done.",
            data,
          ),
        failed: (data) => this.ended(`Failed: ${(data as { error: string }).error}`, data),
      },
      () => this.ended("The server sends nothing about this study."),
    );
  }

  /** The study does not run: show its result if that is new, and fetch it again later. */
  private ended(text: string, progress?: unknown): void {
    this.close();
    const now = progress ? progressOf(progress as StudyProgress) : this.shownProgress;
    if (this.running || now !== this.shownProgress) {
      this.status.textContent = text;
      this.setRunning(false);
      void this.refresh();
    }
    this.shownProgress = now;
    const later = setTimeout(() => this.follow(), LOOK_MS);
    this.close = () => clearTimeout(later);
  }

  private passed({ done, total, eta_s, case: point, asked, only }: StudyProgress): void {
    if (!this.running && asked && only) this.showOrder({ asked, only });
    this.setRunning(true);
    this.progress.max = Math.max(1, total ?? 1);
    this.progress.value = done;
    const left = eta_s ? `, about ${seconds(eta_s, 2)} left` : "";
    this.status.textContent = total
      ? `${done} of ${total} runs${left}${point ? ` · ${point}` : ""}`
      : "Checking what is stored …";
  }

  private setRunning(running: boolean): void {
    this.running = running;
    this.element.dataset["state"] = running ? "running" : "idle";
    this.start.disabled = running;
    this.progress.hidden = !running;
    // Each run is seen; its end is spoken.
    this.status.setAttribute("aria-live", running ? "off" : "polite");
    this.cancel.disabled = !running;
  }

  private async refresh(): Promise<void> {
    try {
      this.draw(await api.study(this.name));
    } catch (failure) {
      this.fail(failure);
    }
  }

  private draw(study: Study): void {
    this.version += 1;
    const focused = document.activeElement?.getAttribute("data-case");
    const open = (cell: StudyCell): void => void this.openCase(cell);
    fill(
      this.tables,
      [...study.tables, ...study.explorations].map((one) => tableOf(one, open, this.opened)),
    );
    if (focused) this.tables.querySelector<HTMLElement>(`[data-case="${CSS.escape(focused)}"]`)?.focus();
    this.drawFigures(study);
    fill(
      this.problems,
      (study.problems ?? []).map((one) => h("p", {}, one)),
    );
    fill(this.claims, study.claims.map(claimItem));
    this.element.dataset["version"] = String(this.version);
  }

  private drawFigures(study: Study): void {
    const now_ms = performance.now();
    if (this.running && now_ms < this.figured_ms + FIGURES_MS) return;
    this.figured_ms = now_ms;
    fill(
      this.figures,
      study.figures.filter((one) => one.ready !== false).map((one) => this.figure(one)),
    );
  }

  /** A picture, or nothing until there is something to show. */
  private figure({ svg_url, title }: Study["figures"][number]): HTMLElement {
    const figure: HTMLElement = h(
      "figure",
      {},
      h("img", { src: `${svg_url}?v=${this.version}`, alt: title, onerror: () => figure.remove() }),
      h("figcaption", { class: "help" }, title),
    );
    return figure;
  }

  private async openCase(cell: StudyCell): Promise<void> {
    try {
      const { scenario } = await api.openCase(this.name, cell.case);
      this.open(scenario, `${this.name}: ${cell.case}`);
    } catch (failure) {
      this.fail(failure);
    }
  }
}

/** How far a study is, to be compared with how far it was. */
function progressOf({ state, done, total }: { state?: string; done: number; total: number | null }): string {
  return JSON.stringify([state, done, total]);
}

function claimItem(claim: Claim): HTMLElement {
  const { sign, style, words } = judged(claim.verdict);
  return h(
    "li",
    {},
    h("span", { class: `verdict ${style}` }, `${sign} ${words}`),
    ` ${claim.says} `,
    h("span", { class: "help" }, `(${claim.where})`),
    h(
      "details",
      {},
      h("summary", {}, "Test and evidence"),
      h("p", { class: "help" }, claim.test),
      h("p", { class: "help" }, claim.evidence),
    ),
  );
}

/** The list of studies. */
export async function studyList(): Promise<HTMLElement> {
  const studies = await api.studies();
  const rows = studies.map((one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `#/study/${encodeURIComponent(one.name)}` }, one.name)),
      h("td", {}, one.title),
      h("td", {}, one.state === "idle" ? "" : one.state),
      h("td", {}, one.stored ? `${one.stored} runs stored` : "none yet"),
    ),
  );
  const heads = ["study", "title", "state", "results"].map((one) => h("th", { scope: "col" }, one));
  return h(
    "div",
    {},
    h("h2", { tabindex: -1 }, "Studies"),
    h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows))),
  );
}
