/** The still shapes of a picture of a network: places of nodes, nodes, labels, and a legend of them. */

import { h, svg } from "../base/dom.ts";
import type { Direction, Topology } from "../types.ts";
import { layered, type Point } from "./layered.ts";
import { type Box, type Label, LABEL_LINE, placeLabels, type Segment, speedOf, writtenOnce } from "./linklabels.ts";

const LETTER = 7;
/** Bars of queues: their length, the least of it on a short link, their width, and how far they begin from a node, for the first and each further one. */
export const BAR = { length: 34, least: 12, width: 9, out: 26, apart: 8, beside: 10 };
/** Rooms at the sides take at most this share of the picture. */
const SIDE = 0.2;
const EDGE = 24;

export type Place = Point;

type Node = Topology["nodes"][number];

/** Half the width and half the height of a node's shape. */
export function halfOf({ kind, name }: Node, isNamed: boolean): Place {
  const wide = (name.length * LETTER) / 2 + 5;
  if (kind !== "host") return { x: Math.max(20, wide), y: 14 };
  const x = isNamed ? Math.max(13, wide) : 4;
  return { x, y: Math.min(x, 10) };
}

/** The places of nodes in a picture of a size. */
export function placed(topology: Topology, width: number, height: number, isNamed: boolean): Map<string, Place> {
  const { nodes } = topology;
  const points = pointsOf(topology);
  const scale = (value: number, all: number[], from: number, to: number): number => {
    const least = Math.min(...all);
    const span = Math.max(...all) - least;
    return span === 0 ? (from + to) / 2 : from + ((value - least) / span) * (to - from);
  };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const widest = Math.max(...nodes.map((node) => halfOf(node, isNamed).x));
  const side = Math.max(EDGE, Math.min(widest + 6, SIDE * width));
  return new Map(
    nodes.map(({ name }, at) => [
      name,
      { x: scale(xs[at] ?? 0, xs, side, width - side), y: scale(ys[at] ?? 0, ys, EDGE, height - EDGE) },
    ]),
  );
}

/** Places from 0 to 1, in layers. */
export function pointsOf({ nodes, links }: Topology): Place[] {
  const number = new Map(nodes.map(({ name }, at) => [name, at]));
  const pairs = links.map(({ ends: [one, other] }) => [number.get(one) ?? 0, number.get(other) ?? 0] as const);
  return layered(nodes, pairs);
}

/** Where a line from one node to another leaves the one's shape. */
export function edgeOf(from: Place, half: Place, to: Place): Place {
  const by = { x: to.x - from.x, y: to.y - from.y };
  const share = Math.min(half.x / (Math.abs(by.x) || 1e-9), half.y / (Math.abs(by.y) || 1e-9), 0.5);
  return { x: from.x + share * by.x, y: from.y + share * by.y };
}

/** Where the bar of a queue begins: where many lines leave a node, further out, so that bars are apart. */
export function barAt(from: Place, to: Place, crowd: number): Place & { along: Place; long: number } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const out = Math.min(length / 2, BAR.out + BAR.apart * (crowd - 1));
  const long = Math.max(BAR.least, Math.min(BAR.length, length - out - BAR.out));
  const start = { x: from.x + along.x * out - along.y * BAR.beside, y: from.y + along.y * out + along.x * BAR.beside };
  return { ...start, along, long };
}

export function hasQueue(one: Direction): boolean {
  return Boolean(one.policy || one.discipline);
}

/** How many queues are at each node. */
export function crowdOf(topology: Topology): Map<string, number> {
  const found = new Map<string, number>();
  for (const one of topology.links.flatMap((link) => link.directions))
    if (hasQueue(one)) found.set(one.from, (found.get(one.from) ?? 0) + 1);
  return found;
}

export function nodeShape(node: Node, place: Place | undefined, isNamed: boolean): SVGElement {
  if (!place) return svg("g");
  const { x: half, y: tall } = halfOf(node, isNamed);
  const box = { x: place.x - half, y: place.y - tall, width: 2 * half, height: 2 * tall };
  return svg(
    "g",
    {},
    svg("title", {}, `${node.kind} ${node.name}`),
    svg("rect", { ...box, rx: node.kind === "switch" ? 4 : tall, class: `node ${node.kind}` }),
    isNamed || node.kind !== "host" ? svg("text", { x: place.x, y: place.y + 4, class: "nodename" }, node.name) : null,
  );
}

/** The rates and delays at the links, and the text of those that are written once. */
export function linkLabels(
  topology: Topology,
  places: Map<string, Place>,
  sheet: { width: number; height: number },
  isNamed: boolean,
): { element: SVGElement; shared: string } {
  const at = (name: string): Place => places.get(name) ?? { x: 0, y: 0 };
  const segments = topology.links.map(({ ends: [one, other] }): Segment => {
    const [a, b] = [at(one), at(other)];
    return { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
  });
  const texts = topology.links.map((link) => speedOf(link, leadsRight(link.directions[0], at)));
  const { own, shared } = writtenOnce(texts);
  const wanted = segments.map((segment, number) => ({ lines: own[number] ?? [], segment }));
  const labels = placeLabels(wanted, segments, taken(topology, at, isNamed), sheet);
  return { element: svg("g", { class: "linklabels" }, labels.map(labelShape)), shared };
}

function leadsRight(first: Direction | undefined, at: (name: string) => Place): boolean {
  return !first || at(first.from).x <= at(first.to).x;
}

/** The boxes that no label may cover: nodes, and the bars of queues. */
function taken(topology: Topology, at: (name: string) => Place, isNamed: boolean): Box[] {
  const crowd = crowdOf(topology);
  const nodes = topology.nodes.map((node): Box => {
    const half = halfOf(node, isNamed);
    return { ...at(node.name), wide: half.x, high: half.y };
  });
  const bars = topology.links
    .flatMap((link) => link.directions)
    .filter(hasQueue)
    .map((one): Box => {
      const { x, y, along, long: whole } = barAt(at(one.from), at(one.to), crowd.get(one.from) ?? 1);
      const [long, thick] = [whole / 2, BAR.width / 2];
      const middle = { x: x + along.x * long - along.y * thick, y: y + along.y * long + along.x * thick };
      const [ax, ay] = [Math.abs(along.x), Math.abs(along.y)];
      return { ...middle, wide: ax * long + ay * thick, high: ay * long + ax * thick };
    });
  return [...nodes, ...bars];
}

function labelShape({ lines, x, y, high }: Label): SVGElement {
  const first = y - high + 0.78 * LABEL_LINE;
  return svg(
    "text",
    { class: "linkspeed" },
    lines.map((line, number) => svg("tspan", { x, y: first + number * LABEL_LINE }, line)),
  );
}

/** The legend of the shapes that the network has. */
export function shapeLegend({ nodes, links }: Topology): HTMLElement {
  const kinds = ["switch", "router", "host"].filter((kind) => nodes.some((node) => node.kind === kind));
  const isAtm = (link: Topology["links"][number]): boolean => link.kind === "atm";
  const shapes: [string, SVGElement][] = kinds.map((kind) => [kind, sample(kind)]);
  const wire = (dashed: boolean): SVGElement =>
    svg("line", { x1: 1, y1: 8, x2: 27, y2: 8, class: dashed ? "wire packets" : "wire" });
  if (links.some(isAtm)) shapes.push(["link of cells", wire(false)]);
  if (!links.every(isAtm)) shapes.push(["link of packets", wire(true)]);
  shapes.push(["load", svg("line", { x1: 3, y1: 8, x2: 25, y2: 8, class: "glow", "stroke-width": 4 })]);
  const isQueued = links.some((link) => link.directions.some(hasQueue));
  if (isQueued)
    shapes.push([
      "queue",
      svg(
        "g",
        {},
        svg("rect", { x: 1, y: 4, width: 26, height: 8, class: "bar" }),
        svg("rect", { x: 1, y: 4, width: 14, height: 8, class: "fillbar" }),
      ),
    ]);
  const entry = ([word, shape]: [string, SVGElement]): HTMLElement =>
    h("li", {}, svg("svg", { width: 28, height: 16, viewBox: "0 0 28 16", "aria-hidden": "true" }, shape), word);
  return h("ul", { class: "shapes", "aria-label": "What the shapes mean" }, shapes.map(entry));
}

function sample(kind: string): SVGElement {
  const high = kind === "host" ? 10 : 14;
  const rx = kind === "switch" ? 3 : high / 2;
  return svg("rect", { x: 2, y: 8 - high / 2, width: 24, height: high, rx, class: `node ${kind}` });
}
