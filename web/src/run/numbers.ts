/** The numbers of a run that are compared: efficiency, fairness, losses, goodput. */

import { plain, readable, round, seconds } from "../base/quantity.ts";
import type { Adapter, Bottleneck, PacketPort, RunInfo, Summary } from "../types.ts";

export interface Measure {
  name: string;
  /** Its description, for those who point at its name. */
  text: string;
  /** Null in a run that has no such number. */
  of(run: Counted, port: string | undefined): number | null;
  show(value: number | null): string;
}

/** The numbers that a run has, or some of them. */
type Some = Partial<Summary>;

/** The part of a run from which its numbers are computed. */
export type Counted = Pick<RunInfo, "round_trips"> & { summary: Some };

function ratio(value: number | null): string {
  return value === null ? "–" : value.toFixed(4);
}

function share(value: number | null): string {
  return value === null ? "–" : plain(round(value, 3));
}

function time(value: number | null): string {
  return value === null ? "–" : seconds(value, 3);
}

/** The greatest of a column in the queues of packets; null without any, or with more than the page gets. */
function worst({ tables, rows }: Some, column: string): number | null {
  const queues = tables?.["queues"] ?? [];
  const values = queues.map((row) => row[column]).filter((one) => typeof one === "number");
  return values.length && queues.length === rows?.["queues"] ? Math.max(...values) : null;
}

export const MEASURES: Measure[] = [
  {
    name: "Ping p50",
    text: "Half of the round trips of pings took no longer",
    of: (run) => run.round_trips?.p50_s ?? null,
    show: time,
  },
  {
    name: "Ping p95",
    text: "95 % of the round trips of pings took no longer",
    of: (run) => run.round_trips?.p95_s ?? null,
    show: time,
  },
  {
    name: "Ping p99",
    text: "99 % of the round trips of pings took no longer",
    of: (run) => run.round_trips?.p99_s ?? null,
    show: time,
  },
  {
    name: "Under load",
    text: "By how much the median round trip is more while other flows are active than while none is, or than the least",
    of: (run) => run.round_trips?.increase_s ?? null,
    show: (v) => (v === null ? "–" : `${v < 0 ? "" : "+"}${seconds(v, 3)}`),
  },
  {
    name: "Goodput",
    text: "Octets received without duplicates, all flows",
    of: ({ summary }) => summary.goodput_bps ?? null,
    show: (v) => readable(v, "bit/s"),
  },
  {
    name: "Packet loss",
    text: "Share of the packets that the queue of packets dropped which dropped the greatest share",
    of: ({ summary }) => worst(summary, "packet_loss_ratio"),
    show: share,
  },
  {
    name: "Greatest wait",
    text: "The longest wait of a packet in a queue of packets",
    of: ({ summary }) => worst(summary, "sojourn_max_s"),
    show: time,
  },
  {
    name: "Efficiency",
    text: "Application octets carried by the port, as a fraction of the most it could carry",
    of: ({ summary }, port) => summary.shared_ports?.[port ?? ""]?.efficiency ?? null,
    show: ratio,
  },
  {
    name: "Fairness",
    text: "Jain's index over the flows that share the port",
    of: ({ summary }, port) => summary.shared_ports?.[port ?? ""]?.fairness ?? null,
    show: ratio,
  },
  {
    name: "Cell loss",
    text: "Share of the cells sent that were lost",
    of: ({ summary }) => (summary.audit?.["sent"] ? (summary.cell_loss_ratio ?? null) : null),
    show: share,
  },
  {
    name: "Max queue",
    text: "Most cells waiting at the port",
    of: ({ summary }, port) => summary.queue_max?.[port ?? ""] ?? null,
    show: (v) => readable(v, "cells"),
  },
  {
    name: "Timeouts",
    text: "Retransmission timeouts, all flows",
    of: ({ summary }) => summary.timeouts ?? null,
    show: (v) => readable(v),
  },
];

/** By how much a number of a run is more or less than that of the run that others are compared with; null where one has none. */
export function changeOf(measure: Measure, before: number | null, after: number | null): string | null {
  if (before === null || after === null) return null;
  const [was, is] = [measure.show(before), measure.show(after)];
  if (was === is) return "same";
  const size = measure.show(Math.abs(after - before)).replace(/^\+/, "");
  return `${after > before ? "+" : "−"}${size}`;
}

/** The measures that at least one run has; all of them before there is a run. */
export function measuresOf(runs: { run: Counted; port: string | undefined }[]): Measure[] {
  return MEASURES.filter((one) => runs.length === 0 || runs.some(({ run, port }) => one.of(run, port) !== null));
}

/** The port whose numbers are compared: the bottleneck, else the first. */
export function bottleneck(summary: Some | null | undefined, ports: string[]): string | undefined {
  return summary?.bottleneck?.port ?? ports[0];
}

const MOST_ADAPTERS = 3;

/** The bottleneck of a run, named if there are others, and the adapters that queue; empty where nothing was sent. */
export function busiestText(summary: Some | null | undefined, run = ""): string {
  const found = summary?.bottleneck;
  if (!found) return "";
  const kind = found.is_adapter ? "adapter" : "port";
  const unit = isOfPackets(found) ? "packet" : "cell";
  const longest = found.queue_max_s ? ` (${seconds(found.queue_max_s, 3)} to send)` : "";
  const wait = found.wait_mean_s ? `; a ${unit} waits ${seconds(found.wait_mean_s, 3)} on average` : "";
  const own = `Busiest${run && ` in “${run}”`}: ${kind} ${found.port}, ${(100 * found.utilisation).toFixed(1)} % used; queue ${queueText(found)}${longest}${wait}.`;
  const others = (summary.adapters ?? []).filter((one) => one.port !== found.port);
  const more = others.length > MOST_ADAPTERS ? ` and ${others.length - MOST_ADAPTERS} more` : "";
  const texts = others.slice(0, MOST_ADAPTERS).map((one) => `${one.port}, ${queueText(one)}`);
  return texts.length ? `${own} Adapters that queue${found.is_adapter ? " too" : ""}: ${texts.join("; ")}${more}.` : own;
}

type Waiting = Bottleneck | Adapter;

function isOfPackets(waiting: Waiting): waiting is PacketPort {
  return "queue_max_waiting_packets" in waiting;
}

function queueText(waiting: Waiting): string {
  const [mean, most, unit] = isOfPackets(waiting)
    ? [waiting.queue_mean_waiting_packets, waiting.queue_max_waiting_packets, "packets"]
    : [waiting.queue_mean_waiting_cells, waiting.queue_max_waiting_cells, "cells"];
  return `${plain(round(mean, 3))} ${unit} on average, ${plain(most)} at most`;
}

/** The doubts about the numbers of runs, from scenarios and results; each run is named if there are others. */
export function warningTexts(runs: { label: string; warnings?: string[]; info?: { summary: Some | null } | null }[]): string[] {
  return runs.flatMap(({ label, warnings = [], info }) =>
    [...warnings, ...(info?.summary?.warnings ?? [])].map((warning) => `Warning${runs.length > 1 ? ` of “${label}”` : ""}: ${warning}.`),
  );
}

/** The part of a run that shows the port of its numbers. */
export type Loaded = { summary: Some } & Pick<RunInfo, "ports"> & Partial<Pick<RunInfo, "packet_ports">>;

/** The port whose numbers all runs have, if there is one; that of an earlier run first, so that it stays the same. */
export function commonPort(runs: Loaded[]): string | undefined {
  return runs
    .map((run) => bottleneck(run.summary, run.ports))
    .find((port) => port !== undefined && runs.every((run) => has(run, port)));
}

function has({ summary, ports, packet_ports = [] }: Loaded, port: string): boolean {
  const known = [...ports, ...packet_ports, summary?.bottleneck?.port];
  return port in (summary?.queue_max ?? {}) || port in (summary?.shared_ports ?? {}) || known.includes(port);
}

/** Lost cells by reason, in words. */
export function lossText(losses: Record<string, number> | undefined): string {
  const lost = Object.entries(losses ?? {}).filter(([, cells]) => cells > 0);
  return lost.length ? lost.map(([reason, cells]) => `${plain(cells)} ${reason}`).join(", ") : "none";
}
