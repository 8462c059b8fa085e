/** One strip: the curves of a family against simulated time, drawn by uPlot. */

import uPlot from "uplot";
import { debounce, fill, h, uid } from "../base/dom.ts";
import { type Band, drawBand, meanLine, SHADED } from "./band.ts";
import { bandsOf } from "./bands.ts";
import { colour, DASHES, ink } from "../base/palette.ts";
import { chosen, type Curve, type Family, held, isStepped, joined, peakOf, type Points, styleOf, targetsOf } from "./curves.ts";
import { Legend } from "./legend.ts";
import type { PointSource } from "./source.ts";
import { drawOver, type Mark, markAt, type Threshold } from "./overlay.ts";
import type { PictureStrip } from "./picture.ts";
import { rangeOf } from "./range.ts";
import { fixedBy, short } from "./text.ts";
import type { View } from "./view.ts";
import { numbersTable, sentence, type CurveInView } from "./words.ts";

const HEIGHT = 178;
const NONE: Points = { time_s: new Float64Array(), value: new Float64Array() };

export class Strip {
  readonly element: HTMLElement;
  readonly target = h("select", { onchange: () => this.rebuild() });
  private readonly holder = h("div", { class: "plot", role: "img" });
  private readonly legend = new Legend((at, shown) => this.toggle(at, shown));
  private readonly tip = h("div", { class: "tip", role: "status", hidden: true });
  private readonly note = h("p", { class: "help", role: "status", hidden: true, "data-testid": "marks-note" });
  private readonly shaded = h("span", { class: "help", hidden: true, "data-testid": "shaded" }, SHADED);
  private readonly cursor = h("div", { class: "scrubline" });
  private readonly table = h("div", { class: "scroll" });
  private readonly details: HTMLDetailsElement;
  private readonly title = h("h3", {});
  private readonly stops: (() => void)[];
  private readonly fetchSoon = debounce(60, () => void this.fetch());
  private readonly resized: ResizeObserver;
  private plot: uPlot | undefined;
  private all: Curve[] = [];
  private shown: Curve[] = [];
  private hidden = new Set<string>();
  private points: Points[] = [];
  /** Of the curves that flicker. */
  private bands: (Band | null)[] = [];
  private marks: Mark[] = [];
  private request = new AbortController();
  /** Called when a strip could not get its points, and when points were drawn. */
  onError: (failure: unknown) => void = () => undefined;
  onDrawn: () => void = () => undefined;
  onTarget: () => void = () => undefined;

  constructor(
    readonly family: Family,
    private readonly view: View,
    private readonly source: PointSource,
    private readonly sync: string,
  ) {
    const id = uid("target");
    this.target.id = id;
    this.details = h(
      "details",
      { class: "astable", ontoggle: () => this.fillTable() },
      h("summary", {}, "As a table"),
      this.table,
    );
    const head = h(
      "div",
      { class: "striphead" },
      this.title,
      h("span", { class: "of" }, h("label", { for: id }, "of "), this.target),
      this.legend.element,
      this.shaded,
    );
    this.element = h(
      "section",
      { class: "strip", "data-testid": `strip-${family.name}`, "aria-label": family.title },
      head,
      this.holder,
      this.tip,
      this.note,
      this.details,
    );
    this.stops = [
      view.window.on(() => this.moved()),
      view.at.on(() => this.placed()),
      view.hover.on(() => this.values()),
    ];
    this.resized = new ResizeObserver(() => this.resize());
    this.resized.observe(this.holder);
  }

  destroy(): void {
    for (const stop of this.stops) stop();
    this.resized.disconnect();
    this.request.abort();
    this.plot?.destroy();
    this.element.remove();
  }

  setCurves(curves: Curve[]): void {
    this.all = curves;
    const kept = this.target.value;
    const targets = targetsOf(curves);
    fill(
      this.target,
      h("option", { value: "" }, "automatic"),
      h("option", { value: "*" }, `all ${targets.length}`),
      targets.map((one) => h("option", { value: one }, one)),
    );
    this.target.value = kept === "*" || targets.includes(kept) ? kept : "";
    this.rebuild();
  }

  /** Mark places in the plot; the note below it says what the marks are, or why they are missing. */
  setMarks(marks: Mark[], note: string): void {
    this.marks = marks;
    this.note.textContent = note;
    this.note.hidden = !note;
    this.plot?.redraw(false);
  }

  /** The target of the marks: the one if the strip shows a single one. */
  get singleTarget(): string | undefined {
    const targets = targetsOf(this.shown);
    return targets.length === 1
      ? targets[0]
      : this.target.value && this.target.value !== "*"
        ? this.target.value
        : undefined;
  }

  /** Make the plot again: for other curves, other colours. */
  rebuild(): void {
    this.shown = chosen(this.all, this.target.value, this.family);
    this.points = this.shown.map(() => NONE);
    this.bands = [];
    const unit = this.shown[0]?.info.unit ?? "";
    this.title.textContent = unit ? `${this.family.title}, ${unit}` : this.family.title;
    this.plot?.destroy();
    this.plot = new uPlot(this.options(), [[]], this.holder);
    this.plot.over.append(this.cursor);
    const keys = this.shown.map((curve) => ({
      curve,
      name: this.nameOf(curve),
      style: styleOf(curve, this.shown, this.family),
      shown: !this.hidden.has(this.key(curve)),
    }));
    this.legend.show(keys, this.hiddenCount());
    void this.fetch();
    this.onTarget();
  }

  private hiddenCount(): HTMLElement | null {
    const left = targetsOf(this.all).length - targetsOf(this.shown).length;
    return left > 0 && !this.target.value ? h("li", { class: "more" }, `and ${left} more`) : null;
  }

  private toggle(at: number, show: boolean): void {
    const curve = this.shown[at];
    if (!curve) return;
    if (show) this.hidden.delete(this.key(curve));
    else this.hidden.add(this.key(curve));
    this.plot?.setSeries(at + 1, { show });
  }

  private key(curve: Curve): string {
    return `${curve.run} ${curve.info.quantity} ${curve.info.target}`;
  }

  private nameOf(curve: Curve): string {
    const several = new Set(this.shown.map((one) => one.run)).size > 1;
    const first = curve.info.quantity === this.family.quantities[0];
    const what = first ? curve.info.target : `${curve.info.quantity} ${curve.info.target}`;
    return several ? `${what} · ${curve.label}` : what;
  }

  private options(): uPlot.Options {
    const { text, grid } = ink();
    const font = "12px system-ui, sans-serif";
    const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font };
    const group = this.shown;
    return {
      width: this.holder.clientWidth || 600,
      height: HEIGHT,
      padding: [8, 14, 0, 0],
      legend: { show: false },
      scales: { x: { time: false, range: () => this.rangeX() }, y: { range: (_, min, max) => this.rangeY(min, max) } },
      axes: [
        { ...axis, size: 30, label: "time, s", labelSize: 18, labelGap: 0, labelFont: font, values: (_, splits, __, ___, step) => splits.map((one) => fixedBy(one, step)) },
        { ...axis, size: 64, values: (_, splits) => splits.map((one) => short(one)) },
      ],
      series: [{}, ...group.map((curve) => this.seriesOf(curve))],
      cursor: {
        sync: {
          key: this.sync,
          setSeries: false,
          scales: ["x", null],
          filters: { pub: (type) => type === "mousemove" || type === "mouseleave", sub: () => true },
        },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => (this.view.reset(), null) },
        points: { show: false },
        y: false,
      },
      hooks: {
        setCursor: [(plot) => this.pointed(plot)],
        setSelect: [(plot) => this.selected(plot)],
        // Below all lines.
        drawAxes: [(plot) => this.bandsShown().forEach(([band, paint]) => drawBand(plot, band, paint))],
        draw: [(plot) => drawOver(plot, this.thresholds(), this.marks)],
      },
    };
  }

  private seriesOf(curve: Curve): uPlot.Series {
    const style = styleOf(curve, this.shown, this.family);
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    return {
      label: this.nameOf(curve),
      stroke: colour(style.colour),
      width: style.dash ? 1.5 : 1.8,
      dash: DASHES[style.dash % DASHES.length] ?? [],
      show: !this.hidden.has(this.key(curve)),
      points: { show: false },
      spanGaps: true,
      ...(stepped && isStepped(curve) ? { paths: stepped } : {}),
    };
  }

  private rangeX(): [number, number] {
    const { from_s, to_s } = this.view.window.value;
    return [from_s, to_s];
  }

  private thresholds(): Threshold[] {
    const found = new Map<string, Threshold>();
    for (const one of this.shown.flatMap((curve) => [...(curve.info.thresholds ?? []), ...peakOf(curve)]))
      found.set(`${one.name} ${one.value}`, one);
    return [...found.values()];
  }

  /** The bands that are seen, with their colours. */
  private bandsShown(): [Band, string][] {
    return this.shown.flatMap((curve, at): [Band, string][] => {
      const band = this.hidden.has(this.key(curve)) ? null : this.bands[at];
      return band ? [[band, colour(styleOf(curve, this.shown, this.family).colour)]] : [];
    });
  }

  private rangeY(min: number | null, max: number | null): [number, number] {
    const bands = this.bandsShown().map(([band]) => band);
    return rangeOf([min, max], bands, this.family.zero, this.thresholds(), this.view.isWhole);
  }

  /** Get the points in view, and draw them. */
  private async fetch(): Promise<void> {
    this.request.abort();
    const request = (this.request = new AbortController());
    const { from_s, to_s } = this.view.window.value;
    const columns = Math.max(200, Math.round(this.holder.clientWidth || 600));
    const shown = this.shown;
    try {
      const points = await Promise.all(shown.map((curve) => this.source.seen(curve, from_s, to_s, columns)));
      const bands = await bandsOf(shown, points, this.source, { from_s, to_s, columns, zero: this.family.zero });
      if (request.signal.aborted) return;
      this.points = points;
      this.bands = bands;
      this.shaded.hidden = bands.every((one) => one === null);
      const drawn = points.map((one, at) => {
        const band = bands[at];
        return band ? held(meanLine(band), to_s) : isStepped(shown[at]) ? held(one, to_s) : one;
      });
      this.plot?.setData(joined(drawn) as uPlot.AlignedData);
      // Made where nothing was to be seen, such as in a notebook that changes its colours, it had no width.
      this.resize();
      this.placed();
      this.values();
      this.fillTable();
      this.describe();
      this.element.dataset["state"] = "drawn";
      this.onDrawn();
    } catch (failure) {
      if (!request.signal.aborted) this.onError(failure);
    }
  }

  private moved(): void {
    const { from_s, to_s } = this.view.window.value;
    this.plot?.setScale("x", { min: from_s, max: to_s });
    this.placed();
    this.fetchSoon();
  }

  private resize(): void {
    const width = this.holder.clientWidth;
    if (!this.plot || width === 0 || width === this.plot.width) return;
    this.plot.setSize({ width, height: HEIGHT });
    this.placed();
    this.fetchSoon();
  }

  /** Put the line of the scrub bar's instant where it belongs. */
  private placed(): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(this.view.at.value, "x");
    this.cursor.hidden = !(left >= 0 && left <= this.plot.over.clientWidth);
    this.cursor.style.transform = `translateX(${left}px)`;
    if (this.view.hover.value === null) this.values();
  }

  private values(): void {
    const { from_s, to_s } = this.view.window.value;
    const column_s = (to_s - from_s) / Math.max(1, this.plot?.over.clientWidth ?? 1);
    this.legend.values(this.points, this.view.hover.value ?? this.view.at.value, column_s);
  }

  private pointed(plot: uPlot): void {
    const left = plot.cursor.left ?? -1;
    const top = plot.cursor.top ?? -1;
    // Plots in step have no height of the pointer: only the one under it does.
    if (plot.cursor.event?.target === plot.over || left < 0)
      this.view.hover.set(left < 0 ? null : plot.posToVal(left, "x"));
    this.showTip(plot, left, top);
  }

  /** Say what the mark under the pointer is. */
  private showTip(plot: uPlot, left: number, top: number): void {
    const near = markAt(plot, this.marks, left, top);
    this.tip.hidden = !near;
    if (!near) return;
    this.tip.textContent = near.text;
    this.tip.style.left = `${Math.min(left + 70, Math.max(0, this.holder.clientWidth - 260))}px`;
    this.tip.style.top = `${top + 40}px`;
  }

  private selected(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < 4) return;
    const from_s = plot.posToVal(left, "x");
    const to_s = plot.posToVal(left + width, "x");
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.view.show(from_s, to_s);
  }

  private inView(): CurveInView[] {
    return this.shown.map((curve, at) => ({
      name: this.nameOf(curve),
      points: this.points[at] ?? NONE,
      recorded: curve.info.points,
    }));
  }

  private describe(): void {
    this.holder.setAttribute("aria-label", sentence(this.title.textContent ?? "", this.view.window.value, this.inView()));
  }

  private fillTable(): void {
    if (this.details.open) fill(this.table, numbersTable(this.inView()));
  }

  /** The visible part, as data, in the colours of the page or of paper. */
  picture(dark: boolean): PictureStrip {
    const { from_s, to_s } = this.view.window.value;
    const scale = this.plot?.scales["y"];
    const curves = this.shown.flatMap((curve, at) => {
      if (this.hidden.has(this.key(curve))) return [];
      const style = styleOf(curve, this.shown, this.family);
      const { target, quantity, unit } = curve.info;
      return [
        {
          name: this.nameOf(curve),
          run: curve.label,
          target,
          quantity,
          unit,
          stepped: isStepped(curve),
          points: this.points[at] ?? NONE,
          band: this.bands[at] ?? null,
          colour: colour(style.colour, dark),
          dash: DASHES[style.dash % DASHES.length] ?? [],
        },
      ];
    });
    return {
      title: this.title.textContent ?? "",
      from_s,
      to_s,
      low: scale?.min ?? 0,
      high: scale?.max ?? 1,
      curves,
      lines: this.thresholds(),
      marks: this.marks,
      note: [this.shaded.hidden ? "" : `${SHADED}.`, this.marks.length ? (this.note.textContent ?? "") : ""].filter(Boolean).join(" "),
      more: this.hiddenCount()?.textContent ?? "",
    };
  }
}
