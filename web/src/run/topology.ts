/** The network as a drawing: links glow with their load, bars at the ports fill with their queues. */

import { fill, h, svg } from "../base/dom.ts";
import { seconds } from "../base/quantity.ts";
import type { Direction, Playback, Topology } from "../types.ts";
import { speedOf } from "./linklabels.ts";
import { BAR, barAt, crowdOf, edgeOf, halfOf, hasQueue, linkLabels, nodeShape, type Place, placed, pointsOf, shapeLegend } from "./networkshapes.ts";

const WIDEST = 900;
const NARROWEST = 280;
/** A network of one row is at least so high: labels are above and below its links. */
const LOWEST = 150;
/** With more nodes than this, hosts are dots. */
const MOST_NAMED = 60;
/** The text for loads that are not known over time. */
const MEAN = "the mean of the run";

interface Drawn {
  port: string;
  glow: SVGElement;
  /** The load of the glow. */
  load: SVGElement;
  bar: SVGElement | null;
  tip: SVGElement;
  /** Length of the bar. */
  long: number;
  full_cells: number;
  /** Whether it is a buffer that can be full, or the longest that the queue was. */
  isLimited: boolean;
}

export class TopologyView {
  readonly element = h("figure", { class: "topology", "data-testid": "topology" });
  private readonly caption = h("figcaption", { class: "help" });
  private drawn: Drawn[] = [];
  private playback: Playback | null = null;
  private topology: Topology | null | undefined;
  private width = 0;
  /** How many queues are at each node. */
  private crowd = new Map<string, number>();
  /** Where nodes are drawn, and half their sizes. */
  private places = new Map<string, Place>();
  private halves = new Map<string, Place>();
  private at_s = 0;
  /** The step that is shown. */
  private step = 0;

  constructor(
    /** An element over the network. */
    private readonly over: HTMLElement | null = null,
  ) {
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  private resized(): void {
    if (this.element.clientWidth === 0 || this.widthNow() === this.width) return;
    const { playback, at_s } = this;
    this.show(this.topology);
    this.setPlayback(playback);
    this.update(at_s);
  }

  /** The seen ends of a link from one node to another; nothing if one of them is not drawn. */
  ends(from: string, to: string): [Place, Place] | null {
    const [a, b] = [this.places.get(from), this.places.get(to)];
    const [half, other] = [this.halves.get(from), this.halves.get(to)];
    return a && b && half && other ? [edgeOf(a, half, b), edgeOf(b, other, a)] : null;
  }

  get picture(): SVGSVGElement | null {
    return this.element.querySelector<SVGSVGElement>(".networkpicture > svg");
  }

  private widthNow(): number {
    return Math.min(WIDEST, Math.max(NARROWEST, this.element.clientWidth || WIDEST));
  }

  show(topology: Topology | null | undefined): void {
    this.topology = topology;
    this.playback = null;
    this.drawn = [];
    this.width = this.widthNow();
    if (!topology || topology.nodes.length === 0) return fill(this.element);
    const rows = new Set(pointsOf(topology).map(({ y }) => Math.round(y * 100))).size;
    const named = topology.nodes.length <= MOST_NAMED;
    const height = Math.min(named ? 420 : 260, Math.max(LOWEST, rows * 27 + 26));
    const { width } = this;
    const places = (this.places = placed(topology, width, height, named));
    this.halves = new Map(topology.nodes.map((node) => [node.name, halfOf(node, named)]));
    const labels = linkLabels(topology, places, { width, height }, named);
    this.crowd = crowdOf(topology);
    const picture = svg(
      "svg",
      { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": this.describe(topology) },
      topology.links.map((link) => this.link(link, places)),
      labels.element,
      topology.nodes.map((node) => nodeShape(node, places.get(node.name), named)),
    );
    const left = topology.left_out ? `${topology.left_out} nodes are not drawn.` : "";
    const once = h("p", { class: "help" }, [labels.shared, left].filter(Boolean).join(" "));
    fill(this.element, h("div", { class: "networkpicture", "data-testid": "network" }, picture, this.over), shapeLegend(topology), once, this.caption);
    this.caption.textContent = "";
    this.update(0);
  }

  private describe(topology: Topology): string {
    const count = (kind: string): number => topology.nodes.filter((one) => one.kind === kind).length;
    return `Network of ${count("switch")} switches, ${count("router")} routers and ${count("host")} hosts, ${topology.links.length} links and ${topology.flows.length} flows`;
  }

  private link(link: Topology["links"][number], places: Map<string, Place>): SVGElement {
    const [a, b] = link.ends.map((name) => places.get(name));
    if (!a || !b) return svg("g");
    const kind = link.kind === "atm" ? "" : `${link.kind}, `;
    const text = `${link.name}: ${kind}${speedOf(link, a.x <= b.x).join(", ")}`;
    const title = svg("title", {}, text);
    return svg(
      "g",
      {},
      title,
      svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: kind ? "wire packets" : "wire" }),
      link.directions.map((one) => this.direction(one, places)),
    );
  }

  /** The output of one port: a glow next to the wire, and where cells or packets may wait, a bar near the port. */
  private direction(one: Direction, places: Map<string, Place>): SVGElement {
    const from = places.get(one.from);
    const to = places.get(one.to);
    if (!from || !to) return svg("g");
    const start = barAt(from, to, this.crowd.get(one.from) ?? 1);
    const { along, long } = start;
    const beside = { x: -along.y * 2.5, y: along.x * 2.5 };
    const glow = svg("line", {
      x1: from.x + beside.x,
      y1: from.y + beside.y,
      x2: to.x + beside.x,
      y2: to.y + beside.y,
      class: "glow",
      "stroke-opacity": 0,
    });
    const turn = (Math.atan2(along.y, along.x) * 180) / Math.PI;
    const bar = hasQueue(one) ? svg("rect", { x: 0, y: 0, width: 0, height: BAR.width, class: "fillbar" }) : null;
    const tip = svg("title", {}, `queue of ${one.port}`);
    const frame = svg("rect", { x: 0, y: 0, width: long, height: BAR.width, class: "bar" });
    const holder = bar
      ? svg(
          "g",
          {
            transform: `translate(${start.x} ${start.y}) rotate(${turn})`,
            class: "queue",
            visibility: "hidden",
            "data-port": one.port,
          },
          tip,
          frame,
          bar,
        )
      : null;
    const load = svg("title", {}, one.port);
    const full_cells = one.capacity_cells ?? 0;
    this.drawn.push({ port: one.port, glow, load, bar, tip, long, full_cells, isLimited: full_cells > 0 });
    return svg("g", {}, load, glow, holder);
  }

  setPlayback(playback: Playback | null): void {
    this.playback = playback;
    for (const one of this.drawn) {
      const queue = playback?.ports[one.port];
      one.bar?.parentElement?.setAttribute(
        "visibility",
        queue && queue.some((cells) => cells > 0) ? "visible" : "hidden",
      );
      if (queue && one.full_cells === 0) one.full_cells = Math.max(...queue, 1);
    }
  }

  /** Show an instant; while it is playing, with all that has been since the last one. */
  update(at_s: number, playing = false): void {
    const { playback } = this;
    this.at_s = at_s;
    if (!playback) return;
    const [first = 0, second = first] = playback.times_s;
    // Both sides count the steps in binary fractions, each in its own way.
    const step = stepAt(playback.times_s, at_s + 1e-6 * (second - first));
    const since = playing && this.step < step ? this.step + 1 : step;
    this.step = step;
    const busy: string[] = [];
    const [means, packets] = [new Set(playback.means), new Set(playback.packets)];
    for (const one of this.drawn) {
      const load = playback.links[one.port]?.[step] ?? 0;
      const mean = means.has(one.port) ? `, of which traffic other than TCP has ${MEAN}` : "";
      one.load.textContent = `${one.port}: ${Math.round(load * 100)} % of its rate${mean}`;
      one.glow.setAttribute("stroke-opacity", String(Math.min(1, load)));
      one.glow.setAttribute("stroke-width", String(1.5 + 4 * Math.min(1, load)));
      const queue = queueIn(playback, one.port, since, step);
      if (!queue) continue;
      const part = Math.min(1, queue.most / one.full_cells);
      one.bar?.setAttribute("width", String(one.long * part));
      one.bar?.classList.toggle("nearly", one.isLimited && part > 0.9);
      const range = queue.least === queue.most ? String(queue.most) : `${queue.least} to ${queue.most}`;
      const waiting = `${range} ${packets.has(one.port) ? "packets" : "cells"}`;
      one.tip.textContent = `queue of ${one.port}: ${waiting}`;
      if (queue.most > 0) busy.push(`${one.port} ${waiting}`);
    }
    this.caption.textContent = `At ${seconds(at_s)}: ${busy.length ? `waiting at ${busy.slice(0, 4).join(", ")}` : "nothing is waiting"}.${means.size ? ` The load of UDP, of cell sources and of web pages is ${MEAN}.` : ""}`;
  }
}

/** The fewest and the most cells in a queue from one step to another, both included. */
export function queueIn(
  playback: Playback,
  port: string,
  since: number,
  until: number,
): { least: number; most: number } | undefined {
  const steps = playback.ports[port]?.slice(since, until + 1);
  if (!steps?.length) return undefined;
  return { least: Math.min(...(playback.least[port] ?? []).slice(since, until + 1)), most: Math.max(...steps) };
}

/** The last step that begins at or before an instant. */
export function stepAt(times_s: number[], at_s: number): number {
  let low = 0;
  let high = times_s.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times_s[middle] ?? 0) <= at_s) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
