/**
 * Cells that arrived at a port, one lane per connection, coloured by frame, or packets, one lane per flow, as long as
 * they take to be sent; refused ones are marked with their reason.
 */

import { button, fill, h, uid } from "../base/dom.ts";
import { seconds } from "../base/quantity.ts";
import type { View } from "../plot/view.ts";
import { type LanePort, partFrom, widthFor, WIDTHS } from "./laneaxis.ts";
import { LanePicture } from "./lanepicture.ts";
import { fateText, isOfPackets, lanesOf, legendText, packetText, type Piece, piecesOf } from "./pieces.ts";
import type { LaneRows } from "../types.ts";

/** How many cells policers kept from coming, in words; nothing for zero. */
export function policedText(policed: Record<string, number> = {}): string {
  const places = Object.entries(policed).map(([place, cells]) => `${cells} at ${place}`);
  return places.length ? ` Not shown: policers discarded ${places.join(", ")} before they reached this port.` : "";
}

export class Lanes {
  readonly element: HTMLElement;
  readonly port = h("select", { "data-testid": "lane-port" });
  private readonly width = h("select", {});
  private readonly canvas = h("canvas", { tabindex: 0, role: "img", class: "lanes", "data-testid": "lanes" });
  private readonly tip = h("p", { class: "help tipline", role: "status", "aria-live": "polite" });
  private readonly summary = h("p", { class: "help", "data-testid": "lane-summary" });
  private readonly legend = h("p", { class: "help" });
  private readonly show: HTMLButtonElement;
  private rows: LaneRows | null = null;
  private pieces: Piece[] = [];
  private picture: LanePicture | null = null;
  private at = -1;
  private ports: LanePort[] = [];
  /** Whether the visitor has chosen how much is shown. */
  private isChosen = false;

  /** `load` gets the cells or packets of a port in a part of time. */
  constructor(
    private readonly view: View,
    private readonly load: (port: string, from_s: number, to_s: number) => Promise<LaneRows>,
  ) {
    const [portId, widthId] = [uid("port"), uid("width")];
    this.port.id = portId;
    this.width.id = widthId;
    this.width.append(...WIDTHS.map(([value, name]) => h("option", { value }, name)));
    this.width.addEventListener("change", () => (this.isChosen = true));
    this.port.addEventListener("change", () => this.suggest());
    this.show = button("Show", () => void this.fetch(), { "data-testid": "show-cells" });
    this.element = h(
      "section",
      { class: "lanesbox", "aria-label": "Cells and packets at a port" },
      h("h3", {}, "Cells and packets at a port"),
      h(
        "div",
        { class: "buttons" },
        h("label", { for: portId }, "port "),
        this.port,
        h("label", { for: widthId }, "for "),
        this.width,
        this.show,
      ),
      this.summary,
      this.canvas,
      this.tip,
      this.legend,
    );
    this.canvas.hidden = true;
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    view.at.on(() => this.label());
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.label();
  }

  setPorts(ports: LanePort[]): void {
    const kept = this.port.value;
    this.ports = ports;
    fill(
      this.port,
      ports.map(({ name }) => h("option", { value: name }, name)),
    );
    this.port.value = ports.some(({ name }) => name === kept) ? kept : (ports[0]?.name ?? "");
    this.suggest();
    this.rows = this.picture = null;
    this.pieces = [];
    this.canvas.hidden = true;
    this.summary.textContent = "The run is repeated up to the instant of the scrub bar, with every cell or packet recorded.";
    fill(this.legend);
    fill(this.tip);
  }

  /** Show as much of a port as can be distinguished, unless the visitor has chosen. */
  private suggest(): void {
    const port = this.ports.find(({ name }) => name === this.port.value);
    if (port && !this.isChosen) this.width.value = String(widthFor(port));
  }

  private label(): void {
    this.show.textContent = `Show what comes at ${seconds(this.view.at.value, 6)}`;
  }

  private async fetch(): Promise<void> {
    const [from_s, to_s] = partFrom(this.view.at.value, Number(this.width.value), this.view.end_s);
    this.summary.textContent = "Running again with every cell or packet recorded …";
    this.show.disabled = true;
    try {
      this.rows = await this.load(this.port.value, from_s, to_s);
      this.pieces = piecesOf(this.rows);
      this.picture = new LanePicture(this.canvas, this.rows, this.pieces);
      this.at = -1;
      fill(this.tip);
      this.canvas.hidden = false;
      const more = this.rows.truncated ? " There were more than are shown." : "";
      this.summary.textContent = `${this.arrivalText()}${more}`;
      this.explain();
      this.draw();
    } catch (failure) {
      this.summary.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      this.show.disabled = false;
    }
  }

  /** The arrivals, in words. */
  private arrivalText(): string {
    if (!this.rows) return "";
    if (isOfPackets(this.rows)) return packetText(this.pieces);
    return `${fateText(this.pieces)}${policedText(this.rows.policed)}`;
  }

  private explain(): void {
    if (!this.rows) return;
    this.legend.textContent = legendText(this.rows, this.pieces);
    const what = isOfPackets(this.rows) ? "packet" : "cell";
    this.canvas.setAttribute(
      "aria-label",
      `What came to ${this.port.value}: ${this.arrivalText()} Arrow keys go from ${what} to ${what}.`,
    );
  }

  private get lanes(): string[] {
    return this.rows ? lanesOf(this.rows) : [];
  }

  draw(): void {
    if (!this.canvas.hidden) this.picture?.draw(this.element.clientWidth, this.at);
  }

  private point(event: PointerEvent): void {
    this.select(this.picture?.at(event.offsetX, event.offsetY) ?? -1);
  }

  /** Left and right go along the lane, up and down to the neighbouring one. */
  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || this.pieces.length === 0) return;
    event.preventDefault();
    const now = this.pieces[Math.max(0, this.at)];
    if (!now) return;
    if (this.at < 0) return this.select(0);
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      let next = this.at + step;
      while (this.pieces[next] && this.pieces[next]?.lane !== now.lane) next += step;
      return this.select(this.pieces[next] ? next : this.at);
    }
    const lane = this.lanes[this.lanes.indexOf(now.lane) + step];
    this.select(nearest(this.pieces, lane, now.time_s) ?? this.at);
  }

  private select(at: number): void {
    if (at === this.at) return;
    this.at = at;
    this.tip.textContent = this.pieces[at]?.text ?? "";
    this.draw();
  }
}

function nearest(pieces: Piece[], lane: string | undefined, time_s: number): number | undefined {
  let best: number | undefined;
  pieces.forEach((piece, at) => {
    if (
      piece.lane === lane &&
      (best === undefined || Math.abs(piece.time_s - time_s) < Math.abs((pieces[best]?.time_s ?? 0) - time_s))
    )
      best = at;
  });
  return best;
}
