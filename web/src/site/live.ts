/** A picture of the documentation whose example can be changed: the run is made here, and drawn in its place. */

import { button, debounce, fill, h } from "../base/dom.ts";
import type { Curve } from "../plot/curves.ts";
import type { PointSource } from "../plot/source.ts";
import { Strips } from "../plot/strips.ts";
import { View } from "../plot/view.ts";
import { changeable } from "../live/control.ts";
import { Example, numbers } from "../live/example.ts";
import type { Figure } from "../live/figure.ts";
import type { Runner } from "../compute/runner.ts";
import type { RunInfo } from "../types.ts";

/** A slider that is dragged asks when it rests. */
const REST_MS = 120;

/** The runs of a figure: the unchanged example, where that remains in sight, and the one of the reader. */
const [ORIGINAL, CHANGED] = ["original", "changed"];

export class LiveFigure {
  private readonly status = h("p", { class: "cw-said", role: "status", "data-testid": "live-said" });
  private readonly alert = h("p", { class: "cw-said error", role: "alert" });
  private readonly progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the run" });
  private readonly stage = h("div", { class: "cw-stage" });
  private readonly view: View;
  private readonly strips: Strips;
  private readonly example: Example;
  private readonly original: Example;
  private begun: Promise<RunInfo | null> | undefined;
  private isShown = false;

  constructor(
    private readonly place: HTMLElement,
    /** Which of the page's figures it is. */
    number: number,
    private readonly figure: Figure,
    runner: Runner,
  ) {
    const example = (key: string): Example => new Example(runner, `figure ${number} ${key}`, figure.scenario, figure.controls);
    this.example = example(CHANGED);
    this.original = example(ORIGINAL);
    this.view = new View(figure.to_s ?? 1);
    this.strips = new Strips(this.view, this.source());
    this.strips.onError = (failure) => this.showStatus("", failure);
    this.strips.onDrawn = () => (place.dataset["drawn"] = String(Math.round(performance.now())));
    const soon = debounce(REST_MS, () => void this.run());
    const changed = (index: number, at: number): void => {
      this.example.chosen[index] = at;
      soon();
    };
    const controls = figure.controls.map((one, index) => changeable(one, (at) => changed(index, at)).element);
    const again = button("Run here", () => void this.run(), { class: "cw-run", "data-testid": "live-run" });
    place.prepend(h("div", { class: "cw-controls" }, controls, again), this.progress, this.status, this.alert, this.stage);
  }

  /** Draw again in other colours. */
  rebuild(): void {
    this.strips.rebuild();
  }

  private source(): PointSource {
    const of = ({ run }: Curve): Example => (run === ORIGINAL ? this.original : this.example);
    return {
      seen: (curve, from_s, to_s, columns) => of(curve).seen(curve, from_s, to_s, columns),
      whole: (curve) => of(curve).whole(curve),
    };
  }

  private async run(): Promise<void> {
    this.progress.hidden = false;
    this.place.dataset["state"] = "running";
    this.showStatus("Running in your browser…");
    const share = (passed: number): void => void (this.progress.value = passed);
    try {
      const before = this.isChanged && this.figure.compared ? await (this.begun ??= this.original.run(share)) : null;
      const ran = await this.example.run(share);
      if (ran) this.show(ran, before);
    } catch (failure) {
      this.begun = undefined;
      this.showStatus("", failure);
      this.progress.hidden = true;
      this.place.dataset["state"] = "failed";
    }
  }

  private get isChanged(): boolean {
    return this.figure.controls.some(({ at }, index) => this.example.chosen[index] !== at);
  }

  private show(ran: RunInfo, before: RunInfo | null): void {
    this.progress.hidden = true;
    this.place.querySelector(".cw-still")?.remove();
    const end_s = ran.simulated_s ?? 1;
    this.view.setEnd(end_s);
    if (!this.isShown) {
      this.isShown = true;
      fill(this.stage, this.strips.element);
      this.view.show(this.figure.from_s ?? 0, this.figure.to_s ?? end_s);
    }
    const first = before ? this.curves(ORIGINAL, before, this.original) : [];
    this.strips.setCurves([...first, ...this.curves(CHANGED, ran, this.example)]);
    for (const one of this.stage.querySelectorAll("h3")) one.setAttribute("aria-level", String(this.level));
    this.showStatus(numbers(ran));
    this.place.dataset["state"] = "done";
    this.place.dataset["runs"] = String(Number(this.place.dataset["runs"] ?? 0) + 1);
  }

  /** The curves of a run, under the values that its controls have. */
  private curves(run: string, { series }: RunInfo, { chosen }: Example): Curve[] {
    const label = this.figure.controls.map(({ values }, index) => values[chosen[index] ?? 0]).join(", ");
    const isFirst = run === ORIGINAL || !this.isChanged;
    return series.map((info) => ({ run, label, rank: isFirst ? 0 : 1, info }));
  }

  /** Headings of the figure are below that of its section. */
  private get level(): number {
    const above = this.place.closest("section")?.querySelector("h1, h2, h3, h4");
    return Number(above?.tagName.slice(1) ?? 1) + 1;
  }

  private showStatus(text: string, failure?: unknown): void {
    this.status.textContent = text;
    this.alert.textContent = failure === undefined ? "" : failure instanceof Error ? failure.message : String(failure);
  }
}
