/** The ways of cells and packets along links, from the instants at which the simulator has them at ports. */

import type { Direction, Topology } from "../types.ts";
import { type Column, textsOf } from "./columns.ts";

type Table = Record<string, Column>;

/** A cell or packet on a link: it leaves with its first bit, and has arrived with its last. */
export interface Move {
  from: string;
  to: string;
  leaves_s: number;
  arrives_s: number;
  hue: number;
  isCell: boolean;
}

/** A cell or packet that was refused or dropped at a node, on its way to another. */
export interface Fall {
  from: string;
  to: string;
  time_s: number;
  fate: string;
}

export interface Moves {
  /** In the order in which they leave. */
  moves: Move[];
  falls: Fall[];
}

const CELL_BITS = 424;
const KEPT = ["sent", "held", "taken"];

/** All ways of the recorded cells and packets. */
export function movesOf(topology: Topology, cells: Table | null, packets: Table | null): Moves {
  const ports = portsOf(topology);
  const found: Moves = { moves: [], falls: [] };
  if (packets) packetMoves(packets, ports, found);
  if (cells) cellMoves(cells, ports, chainsOf(topology), found);
  found.moves.sort((one, other) => one.leaves_s - other.leaves_s);
  return found;
}

function portsOf({ links }: Topology): Map<string, Direction> {
  return new Map(links.flatMap(({ directions }) => directions.map((one) => [one.port, one])));
}

function packetMoves(table: Table, ports: Map<string, Direction>, { moves, falls }: Moves): void {
  const [came, begins, ends] = ["time_s", "begins_s", "ends_s"].map((name) => table[name] as Float64Array);
  const [port, flow, fate] = ["port", "flow", "fate"].map((name) => textsOf(table[name]));
  const hues = huesOf(flow ?? []);
  port?.forEach((name, row) => {
    const direction = ports.get(name);
    if (!direction) return;
    const { from, to, delay_s } = direction;
    const [leaves_s = NaN, ends_s = NaN] = [begins?.[row], ends?.[row]];
    const hue = hues.get(flow?.[row] ?? "") ?? 0;
    if (leaves_s <= ends_s) moves.push({ from, to, leaves_s, arrives_s: ends_s + delay_s, hue, isCell: false });
    const end = fate?.[row] ?? "";
    // One that was lost on the line was sent before.
    const time_s = leaves_s <= ends_s ? ends_s + delay_s : (came?.[row] ?? 0);
    if (!KEPT.includes(end)) falls.push({ from, to, time_s, fate: end });
  });
}

function huesOf(names: string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name, hue) => [name, hue]));
}

/** The ports that the cells of a connection pass, in both directions. */
function chainsOf({ vcs, links }: Topology): Map<string, string[]> {
  const back = new Map(
    links.flatMap(({ directions: [one, other] }) => (one && other ? [[one.port, other.port], [other.port, one.port]] : []) as [string, string][]),
  );
  return new Map(
    vcs.flatMap(({ name, path }): [string, string[]][] => [
      [`${name} forward`, path],
      [`${name} backward`, path.toReversed().map((port) => back.get(port) ?? "")],
    ]),
  );
}

/** A cell that a port has taken, and when it can be at its next one. */
interface Seen {
  port: string;
  time_s: number;
}

/**
 * A cell is on a link until it has arrived at the next port. Behind the last one nothing is recorded: there it leaves
 * when those before it have left, as from any queue that keeps its order.
 */
function cellMoves(table: Table, ports: Map<string, Direction>, chains: Map<string, string[]>, found: Moves): void {
  const time = table["time_s"] as Float64Array;
  const [port = [], fate = []] = [textsOf(table["port"]), textsOf(table["fate"])];
  const [vc = [], way = []] = [textsOf(table["vc"]), textsOf(table["direction"])];
  const [frame, cell, packet] = ["frame", "cell", "packet"].map((name) => table[name] as BigUint64Array);
  const hues = huesOf(vc);
  const free_s = new Map<string, number>();
  const arrive = (direction: Direction, arrives_s: number, hue: number): void => {
    const leaves_s = arrives_s - direction.delay_s - CELL_BITS / direction.rate_bps;
    found.moves.push({ from: direction.from, to: direction.to, leaves_s, arrives_s, hue, isCell: true });
  };
  const seen = new Map<string, Seen>();
  port.forEach((name, row) => {
    const [direction, time_s] = [ports.get(name), time[row] ?? 0];
    const connection = `${vc[row]} ${way[row]}`;
    const chain = chains.get(connection) ?? [];
    const key = `${connection} ${frame?.[row]} ${cell?.[row]} ${packet?.[row]}`;
    const hue = hues.get(vc[row] ?? "") ?? 0;
    const before = ports.get(seen.get(key)?.port ?? chain[chain.indexOf(name) - 1] ?? "");
    if (before) arrive(before, time_s, hue);
    if (!direction) return;
    if (!KEPT.includes(fate[row] ?? "")) {
      found.falls.push({ from: direction.from, to: direction.to, time_s, fate: fate[row] ?? "" });
      return;
    }
    seen.set(key, { port: name, time_s });
    if (chain.at(-1) !== name) return;
    const sent_s = Math.max(free_s.get(name) ?? 0, time_s) + CELL_BITS / direction.rate_bps;
    free_s.set(name, sent_s);
    arrive(direction, sent_s + direction.delay_s, hue);
  });
}

/** How far along its link something is, from 0 to 1; nothing if it is not on the link. */
export function along({ leaves_s, arrives_s }: Move, at_s: number): number | null {
  return at_s < leaves_s || at_s > arrives_s ? null : (at_s - leaves_s) / (arrives_s - leaves_s);
}

/** A part of a run in which single cells or packets can be followed. */
export interface Part {
  from_s: number;
  to_s: number;
  /** Pieces that are on a link at its beginning may have come so early. */
  since_s: number;
  /** Pieces that are on a link at its end have arrived by then. */
  until_s: number;
}

/** So many cells or packets of the slowest link that sends are followed, and of the fastest one at most. */
const FOLLOWED = 40;
const MOST = 3000;
const PACKET_BITS = 1538 * 8;

/** Choose how much of a run is followed from an instant: as long as the longest link, if that is not too much. */
export function partAt(topology: Topology, at_s: number, end_s: number): Part {
  const directions = topology.links.flatMap((link) => link.directions.map((one) => ({ ...one, kind: link.kind })));
  const unit = ({ kind, rate_bps }: { kind: string; rate_bps: number }): number => (kind === "atm" ? CELL_BITS : PACKET_BITS) / rate_bps;
  const units = directions.map(unit);
  const delay_s = Math.max(...directions.map((one) => one.delay_s));
  const wanted_s = Math.max(FOLLOWED * Math.max(...units), 2 * delay_s);
  const long_s = Math.min(wanted_s, MOST * Math.min(...units.filter((one) => one * MOST > wanted_s / 100)), end_s);
  const from_s = Math.max(0, Math.min(at_s, end_s - long_s));
  const to_s = from_s + long_s;
  return { from_s, to_s, since_s: Math.max(0, from_s - delay_s - long_s), until_s: Math.min(end_s, to_s + delay_s + Math.max(...units)) };
}

/**
 * Since when cells are recorded so that the last queue on their way is known: it was empty after that.
 *
 * `least` has the fewest cells in each queue in steps that begin at `times_s`, up to the wanted part.
 */
export function emptySince({ nodes, links }: Topology, times_s: number[], least: Record<string, number[]>): number {
  const hosts = new Set(nodes.filter(({ kind }) => kind === "host").map(({ name }) => name));
  const directions = links.filter(({ kind }) => kind === "atm").flatMap((link) => link.directions);
  const last = directions.filter(({ to }) => hosts.has(to)).map(({ port }) => least[port]);
  const since = last.map((cells) => times_s[Math.max(0, cells?.findLastIndex((one) => one === 0) ?? Infinity)] ?? Infinity);
  return Math.min(...since, times_s.at(-1) ?? 0);
}
