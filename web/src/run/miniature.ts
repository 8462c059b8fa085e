/** A small picture of a network, for those who choose one. */

import { svg } from "../base/dom.ts";
import type { Network } from "../networks.ts";
import { layered } from "./layered.ts";

const SIZE = { width: 248, height: 84 };
const MARGIN = 12;
/** Half the size of nodes, in pixels. */
const INNER = 7;
const HOST = 4;

/** Links, those of packets dashed; switches are squares, routers and hosts round. */
export function miniature({ nodes, links }: Network): SVGElement {
  const points = layered(
    nodes.map(([, x, y]) => ({ x, y })),
    links.map(([from, to]) => [from, to] as const),
  );
  const places = points.map(({ x, y }) => [
    MARGIN + x * (SIZE.width - 2 * MARGIN),
    MARGIN + y * (SIZE.height - 2 * MARGIN),
  ]);
  const wires = links.map(([from, to, packets]) => {
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [places[from], places[to]];
    return svg("line", { x1, y1, x2, y2, class: packets ? "wire packets" : "wire" });
  });
  const shapes = nodes.map(([kind], at) => {
    const [x = 0, y = 0] = places[at] ?? [];
    const half = kind === "host" ? HOST : INNER;
    const rx = kind === "switch" ? 2 : half;
    return svg("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx, class: `node ${kind}` });
  });
  const box = `0 0 ${SIZE.width} ${SIZE.height}`;
  return svg("svg", { viewBox: box, class: "miniature", "aria-hidden": "true" }, wires, shapes);
}
