/** The runs that are compared: a table of their numbers, with the actions on each. */

import { button, fill, h, svg } from "../base/dom.ts";
import { colour } from "../base/palette.ts";
import { bottleneck, busiestText, changeOf, commonPort, type Counted, lossText, type Measure, measuresOf, warningTexts } from "./numbers.ts";
import type { Session, ShownRun } from "./session.ts";

export class RunList {
  readonly element = h("section", { class: "runlist", "aria-label": "Runs that are compared" });
  private readonly body = h("tbody", { "data-testid": "runs" });
  private readonly head = h("thead", {});
  /** The measures that the runs here have. */
  private measures: Measure[] = [];
  private readonly port = h("span", { "data-testid": "numbers-port" });
  private readonly first = h("span", { "data-testid": "numbers-from" });
  /** The run that the others are compared with: the first that is shown. */
  private before: ShownRun | undefined;
  /** The port that all numbers are of; without it each row names its own. */
  private common: string | undefined;
  private readonly busiest = h("p", { class: "busiest", "data-testid": "busiest" });
  private readonly warnings = h("div", { class: "warnings", role: "status", "data-testid": "warnings" });
  private readonly lost = h("p", { class: "help", "data-testid": "lost" });

  constructor(private readonly session: Session) {
    this.element.append(
      this.busiest,
      this.warnings,
      h("h3", {}, "Runs ", this.port, " ", this.first),
      h(
        "div",
        { class: "scroll" },
        h("table", { class: "numbers" }, this.head, this.body),
      ),
      this.lost,
    );
    session.runs.on(() => this.draw());
    // In place: a row that is drawn again many times a second can hardly be clicked.
    session.moved.on((run) => {
      const bar = run && this.body.querySelector<HTMLProgressElement>(`progress[data-run="${run.id}"]`);
      if (bar) bar.value = run.fraction;
    });
  }

  draw(): void {
    // A name that is being written stays.
    if (
      this.body.contains(document.activeElement) &&
      document.activeElement instanceof HTMLInputElement &&
      document.activeElement.type === "text"
    )
      return;
    const newest = this.session.newest?.info;
    const infos = this.session.runs.value.flatMap((run) => (run.info?.summary ? [run.info] : []));
    this.common = commonPort(infos);
    this.port.textContent = this.common
      ? `· efficiency, fairness and queue of port ${this.common}`
      : infos.length
        ? "· efficiency, fairness and queue of the port named in each run"
        : "";
    this.measures = measuresOf(infos.map((run) => ({ run: run as Counted, port: this.common ?? bottleneck(run.summary, run.ports) })));
    const heads = this.measures.map((one) => h("th", { scope: "col", title: one.text }, one.name));
    const last = h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "remove"));
    fill(this.head, h("tr", {}, h("th", { scope: "col" }, "run"), heads, last));
    const several = this.session.runs.value.length > 1;
    const compared = this.session.finished;
    this.before = compared.length > 1 ? compared[0] : undefined;
    this.first.textContent = this.before ? `· differences from “${this.before.label}” below them` : "";
    this.busiest.textContent = busiestText(newest?.summary, several ? this.session.newest?.label : "");
    fill(
      this.warnings,
      warningTexts(this.session.runs.value).map((warning) => h("p", {}, warning)),
    );
    this.lost.textContent = newest?.summary?.cell_loss_ratio
      ? `Cells lost in the newest run: ${lossText(newest.summary.losses)}.`
      : "";
    const focused = document.activeElement?.getAttribute("aria-label");
    fill(
      this.body,
      this.session.runs.value.map((run) => this.row(run)),
    );
    if (focused) this.body.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  private row(run: ShownRun): HTMLElement {
    const { session } = this;
    const swatch = svg(
      "svg",
      { width: 18, height: 12, "aria-hidden": "true" },
      svg("rect", { width: 18, height: 12, rx: 2, fill: colour(run.rank) }),
    );
    const shown = h("input", {
      type: "checkbox",
      checked: run.visible,
      "aria-label": `Show ${run.label}`,
      onchange: () => session.toggle(run.id),
    });
    const name: HTMLInputElement = h("input", {
      type: "text",
      value: run.label,
      size: Math.min(23, Math.max(14, run.label.length)),
      "aria-label": `Name of ${run.label}`,
      title: run.label,
      onchange: () => (name.blur(), session.rename(run.id, name.value)),
    });
    const port = this.common ? undefined : this.portOf(run);
    const named = port ? h("span", { class: "help", "data-testid": "row-port" }, `port ${port}`) : null;
    const remove = button("✕", () => session.remove(run.id), { title: "Remove", "aria-label": `Remove ${run.label}` });
    return h(
      "tr",
      { "data-testid": "run", "data-state": run.state, class: run.visible ? "" : "hiddenrun" },
      h("th", { scope: "row" }, h("span", { class: "runname" }, shown, swatch, name), named),
      this.cells(run),
      h("td", {}, remove),
    );
  }

  private portOf({ info }: ShownRun): string | undefined {
    return this.common ?? bottleneck(info?.summary, info?.ports ?? []);
  }

  private cells(run: ShownRun): HTMLElement[] {
    const all = this.measures.length;
    if (run.state === "failed") return [h("td", { colspan: all, class: "error" }, run.error)];
    if (!run.info?.summary)
      return [
        h(
          "td",
          { colspan: all },
          h("progress", { max: 1, value: run.fraction, "data-run": run.id, "aria-label": `Progress of ${run.label}` }),
          ` ${run.state}`,
        ),
      ];
    const why = `cells lost: ${lossText(run.info.summary.losses)}`;
    return this.measures.map((one) => {
      const change = run.visible && this.before && this.before !== run ? changeOf(one, this.numberOf(one, this.before), this.numberOf(one, run)) : null;
      return h(
        "td",
        { "data-measure": one.name, title: one.name === "Cell loss" ? why : undefined },
        h("span", {}, one.show(this.numberOf(one, run))),
        change === null ? null : h("span", { class: "change" }, change),
      );
    });
  }

  private numberOf(measure: Measure, run: ShownRun): number | null {
    return run.info?.summary ? measure.of(run.info as Counted, this.portOf(run)) : null;
  }
}
