/** A picture of the documentation whose example can be changed: the run is made here, and drawn in its place. */

import { button, debounce, fill, h } from "../base/dom.ts";
import { Strips } from "../plot/strips.ts";
import { View } from "../plot/view.ts";
import { changeable } from "../live/control.ts";
import { Example, numbers } from "../live/example.ts";
import type { Figure } from "../live/figure.ts";
import type { Runner } from "../compute/runner.ts";
import type { RunInfo } from "../types.ts";

/** A slider that is dragged asks when it rests. */
const REST_MS = 120;

export class LiveFigure {
  private readonly status = h("p", { class: "cw-said", role: "status", "data-testid": "live-said" });
  private readonly alert = h("p", { class: "cw-said error", role: "alert" });
  private readonly progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the run" });
  private readonly stage = h("div", { class: "cw-stage" });
  private readonly view: View;
  private readonly strips: Strips;
  private readonly example: Example;
  private isShown = false;

  constructor(
    private readonly place: HTMLElement,
    /** Which of the page's figures it is. */
    number: number,
    private readonly figure: Figure,
    runner: Runner,
  ) {
    this.example = new Example(runner, `figure ${number}`, figure.scenario, figure.controls);
    this.view = new View(figure.to_s ?? 1);
    this.strips = new Strips(this.view, this.example);
    this.strips.onError = (failure) => this.say("", failure);
    const soon = debounce(REST_MS, () => void this.run());
    const changed = (index: number, at: number): void => {
      this.example.chosen[index] = at;
      soon();
    };
    const controls = figure.controls.map((one, index) => changeable(one, (at) => changed(index, at)).element);
    const again = button("Run here", () => void this.run(), { class: "cw-run", "data-testid": "live-run" });
    place.append(h("div", { class: "cw-controls" }, controls, again), this.progress, this.status, this.alert, this.stage);
  }

  /** Draw again in other colours. */
  rebuild(): void {
    this.strips.rebuild();
  }

  private async run(): Promise<void> {
    this.progress.hidden = false;
    this.place.dataset["state"] = "running";
    this.say("Running in your browser…");
    try {
      const ran = await this.example.run((share) => (this.progress.value = share));
      if (ran) this.show(ran);
    } catch (failure) {
      this.say("", failure);
      this.progress.hidden = true;
      this.place.dataset["state"] = "failed";
    }
  }

  private show(ran: RunInfo): void {
    this.progress.hidden = true;
    this.place.querySelector(".cw-still")?.remove();
    const end_s = ran.simulated_s ?? 1;
    this.view.setEnd(end_s);
    if (!this.isShown) {
      this.isShown = true;
      fill(this.stage, this.strips.element);
      this.view.show(this.figure.from_s ?? 0, this.figure.to_s ?? end_s);
    }
    this.strips.setCurves(ran.series.map((info) => ({ run: "run", label: this.figure.title, rank: 0, info })));
    this.say(numbers(ran));
    this.place.dataset["state"] = "done";
    this.place.dataset["runs"] = String(Number(this.place.dataset["runs"] ?? 0) + 1);
  }

  private say(text: string, failure?: unknown): void {
    this.status.textContent = text;
    this.alert.textContent = failure === undefined ? "" : failure instanceof Error ? failure.message : String(failure);
  }
}
