/**
 * The places of nodes in layers, as the command line has them: what ends at a node is right next to it, and a chain is
 * a straight line with its senders above and its receivers below.
 */

export interface Point {
  x: number;
  y: number;
}

export type Pair = readonly [from: number, to: number];

/** Times that layers are put in order by their neighbours. */
const SWEEPS = 4;

/** Improve the simulator's places, if that leaves fewer crossings; x and y are from 0 to 1. */
export function layered(given: Point[], links: Pair[]): Point[] {
  const ours = inUnits(ordered(given, links));
  return crossings(ours, links) < crossings(given, links) ? ours : given;
}

function ordered(given: Point[], links: Pair[]): Point[] {
  const beside: number[][] = given.map(() => []);
  for (const [one, other] of links) {
    beside[one]?.push(other);
    beside[other]?.push(one);
  }
  const column = columnsOf(given, beside);
  const layers = [...new Set(column)].sort((one, other) => one - other).map((at) => [...given.keys()].filter((node) => column[node] === at));
  const row = given.map(({ y }) => y);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (const layer of layers) stack(layer, column, beside, row);
  return given.map((_, node) => ({ x: column[node] ?? 0, y: row[node] ?? 0 }));
}

/** Layers from left to right; a node with one neighbour is in the layer next to it. */
function columnsOf(given: Point[], beside: number[][]): number[] {
  const steps = [...new Set(given.map(({ x }) => x))].sort((one, other) => one - other);
  const first = given.map(({ x }) => steps.indexOf(x));
  return first.map((column, node) => {
    const [inner = node, ...others] = beside[node] ?? [];
    const at = first[inner] ?? column;
    return others.length || inner === node ? column : at + Math.sign(column - at || 1);
  });
}

/** Put the nodes of a layer one below the other, around the one that a chain passes if it is the only such. */
function stack(layer: number[], column: number[], beside: number[][], row: number[]): void {
  const mean = (node: number): number => {
    const rows = (beside[node] ?? []).map((other) => row[other] ?? 0);
    return rows.length ? rows.reduce((sum, one) => sum + one, 0) / rows.length : (row[node] ?? 0);
  };
  const inner = layer.filter((node) => (beside[node]?.length ?? 0) > 1);
  const wanted = new Map(layer.map((node) => [node, mean(node)]));
  const byRow = layer.toSorted((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0) || one - other);
  const [chain] = inner;
  if (chain === undefined || inner.length > 1) {
    byRow.forEach((node, place) => (row[node] = place - (layer.length - 1) / 2));
    return;
  }
  const leadsRight = (node: number): boolean => (column[beside[node]?.[0] ?? node] ?? 0) > (column[node] ?? 0);
  const leaves = byRow.filter((node) => node !== chain);
  row[chain] = 0;
  leaves.filter(leadsRight).forEach((node, place) => (row[node] = -1 - place));
  leaves.filter((node) => !leadsRight(node)).forEach((node, place) => (row[node] = 1 + place));
}

function inUnits(points: Point[]): Point[] {
  const part = (values: number[]): ((value: number) => number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return (value) => (high > low ? (value - low) / (high - low) : 0.5);
  };
  const [x, y] = [part(points.map((point) => point.x)), part(points.map((point) => point.y))];
  return points.map((point) => ({ x: x(point.x), y: y(point.y) }));
}

/** How often links cross that have no node in common, or lie on a node that is not theirs. */
export function crossings(points: Point[], links: Pair[]): number {
  const turn = (a: number, b: number, c: number): number => {
    const [one, other, third] = [points[a], points[b], points[c]] as [Point, Point, Point];
    const found = (other.x - one.x) * (third.y - one.y) - (other.y - one.y) * (third.x - one.x);
    return Math.abs(found) < 1e-12 ? 0 : Math.sign(found);
  };
  let count = 0;
  links.forEach(([a, b], at) => {
    for (const [c, d] of links.slice(at + 1))
      if (a !== c && a !== d && b !== c && b !== d && turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0)
        count += 1;
  });
  return count;
}
