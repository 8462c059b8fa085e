/** A picture of the documentation whose example can be changed: the run is made here, and drawn in its place. */

import { button, debounce, fill, h, uid } from "../base/dom.ts";
import { plain, readable } from "../base/quantity.ts";
import { Strips } from "../plot/strips.ts";
import { View } from "../plot/view.ts";
import type { Runner } from "../compute/runner.ts";
import type { Points } from "../plot/curves.ts";
import type { RunInfo } from "../types.ts";
import type { Control, Figure } from "./figure.ts";

/** A slider that is dragged asks when it rests. */
const REST_MS = 120;

export class LiveFigure {
  private readonly status = h("p", { class: "cw-said", role: "status", "data-testid": "live-said" });
  private readonly alert = h("p", { class: "cw-said error", role: "alert" });
  private readonly progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the run" });
  private readonly stage = h("div", { class: "cw-stage" });
  private readonly view: View;
  private readonly strips: Strips;
  private readonly chosen: number[];
  private readonly key: string;
  private isShown = false;

  constructor(
    private readonly place: HTMLElement,
    /** Which of the page's figures it is. */
    number: number,
    private readonly figure: Figure,
    private readonly runner: Runner,
  ) {
    this.key = `figure ${number}`;
    this.chosen = figure.controls.map(({ at }) => at);
    this.view = new View(figure.to_s ?? 1);
    this.strips = new Strips(this.view, (curve, from_s, to_s, columns) =>
      this.points(curve.info.index, from_s, to_s, columns),
    );
    this.strips.onError = (failure) => this.say("", failure);
    const soon = debounce(REST_MS, () => void this.run());
    const controls = figure.controls.map((one, index) =>
      control(one, (at) => {
        this.chosen[index] = at;
        soon();
      }),
    );
    const again = button("Run here", () => void this.run(), { class: "cw-run", "data-testid": "live-run" });
    place.append(h("div", { class: "cw-controls" }, controls, again), this.progress, this.status, this.alert, this.stage);
  }

  /** Draw anew in other colours. */
  rebuild(): void {
    this.strips.rebuild();
  }

  private async run(): Promise<void> {
    const changes = this.figure.controls.flatMap(({ paths, values }, index) =>
      paths.map((path): [string, string] => [path, values[this.chosen[index] ?? 0] ?? ""]),
    );
    this.progress.hidden = false;
    this.place.dataset["state"] = "running";
    this.say("Running in your browser…");
    try {
      const ran = await this.runner.run<RunInfo>(
        this.key,
        this.figure.scenario,
        { changes },
        (share) => (this.progress.value = share),
      );
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

  private async points(index: number, from_s: number, to_s: number, width: number): Promise<Points> {
    const found = await this.runner.about<Points>(this.key, { ask: "points", index, from_s, to_s, width });
    return found ?? { time_s: new Float64Array(), value: new Float64Array() };
  }

  private say(text: string, failure?: unknown): void {
    this.status.textContent = text;
    this.alert.textContent = failure === undefined ? "" : failure instanceof Error ? failure.message : String(failure);
  }
}

/** What the run came to, in one sentence. */
function numbers({ summary }: RunInfo): string {
  const throughput_bps = summary?.throughput_bps ?? 0;
  const cell_loss_ratio = summary?.cell_loss_ratio ?? 0;
  const lost = !summary?.audit?.["sent"] ? "" : `; ${plain(Number((100 * cell_loss_ratio).toPrecision(3)))} % of the cells lost`;
  return `All flows together: ${readable(Number(throughput_bps.toPrecision(4)), "bit/s")}${lost}.`;
}

function control({ label, values, at, kind }: Control, changed: (at: number) => void): HTMLElement {
  const id = uid("live");
  if (kind === "choice") {
    const select: HTMLSelectElement = h(
      "select",
      { id, onchange: () => changed(select.selectedIndex) },
      values.map((value, index) => h("option", { selected: index === at }, value)),
    );
    return h("span", { class: "cw-control" }, h("label", { for: id }, label), select);
  }
  const shown = h("output", { for: id }, values[at]);
  const input: HTMLInputElement = h("input", {
    id,
    type: "range",
    min: 0,
    max: values.length - 1,
    step: 1,
    value: at,
    "aria-valuetext": values[at],
    oninput: () => {
      const value = values[input.valueAsNumber] ?? "";
      shown.textContent = value;
      input.setAttribute("aria-valuetext", value);
      changed(input.valueAsNumber);
    },
  });
  return h("span", { class: "cw-control" }, h("label", { for: id }, label), input, shown);
}
