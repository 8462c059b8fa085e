/** The numbers of a run that are compared: efficiency, fairness, losses, goodput. */

import { plain, readable, round, seconds } from "../base/quantity.ts";
import type { RunInfo, Summary, Waiting } from "../types.ts";

export interface Measure {
  name: string;
  /** What it is, for those who point at its name. */
  text: string;
  of(summary: Summary, port: string | undefined): number | null;
  show(value: number | null): string;
}

function ratio(value: number | null): string {
  return value === null ? "–" : value.toFixed(4);
}

export const MEASURES: Measure[] = [
  {
    name: "Efficiency",
    text: "Application octets carried by the port, as a fraction of the most it could carry",
    of: (s, port) => s.shared_ports?.[port ?? ""]?.efficiency ?? null,
    show: ratio,
  },
  {
    name: "Fairness",
    text: "Jain's index over the flows that share the port",
    of: (s, port) => s.shared_ports?.[port ?? ""]?.fairness ?? null,
    show: ratio,
  },
  {
    name: "Cell loss",
    text: "Share of the cells sent that were lost",
    of: (s) => s.cell_loss_ratio ?? null,
    show: (v) => (v === null ? "–" : plain(round(v, 3))),
  },
  {
    name: "Goodput",
    text: "Octets received without duplicates, all flows",
    of: (s) => s.goodput_bps ?? null,
    show: (v) => readable(v, "bit/s"),
  },
  {
    name: "Max queue",
    text: "Most cells waiting at the port",
    of: (s, port) => s.queue_max?.[port ?? ""] ?? null,
    show: (v) => readable(v, "cells"),
  },
  {
    name: "Timeouts",
    text: "Retransmission timeouts, all flows",
    of: (s) => s.timeouts ?? null,
    show: (v) => readable(v),
  },
];

/** The port whose numbers are compared: the bottleneck, else the first. */
export function bottleneck(summary: Summary | null | undefined, ports: string[]): string | undefined {
  return summary?.bottleneck?.port ?? ports[0];
}

const MOST_ADAPTERS = 3;

/** The bottleneck of a run, named if there are others, and the adapters that queue; empty where nothing was sent. */
export function busiestText(summary: Summary | null | undefined, run = ""): string {
  const found = summary?.bottleneck;
  if (!found) return "";
  const kind = found.is_adapter ? "adapter" : "port";
  const unit = isOfPackets(found) ? "packet" : "cell";
  const longest = found.queue_max_s ? ` (${seconds(found.queue_max_s, 3)} to send)` : "";
  const wait = found.wait_mean_s ? `; a ${unit} waits ${seconds(found.wait_mean_s, 3)} on average` : "";
  const own = `Busiest${run && ` in “${run}”`}: ${kind} ${found.port}, ${(100 * found.utilisation).toFixed(1)} % used; queue ${queueText(found)}${longest}${wait}.`;
  const others = (summary.adapters ?? []).filter((one) => one.port !== found.port);
  const more = others.length > MOST_ADAPTERS ? ` and ${others.length - MOST_ADAPTERS} more` : "";
  const told = others.slice(0, MOST_ADAPTERS).map((one) => `${one.port}, ${queueText(one)}`);
  return told.length ? `${own} Adapters that queue${found.is_adapter ? " too" : ""}: ${told.join("; ")}${more}.` : own;
}

function isOfPackets(waiting: Waiting): boolean {
  return waiting.queue_max_waiting_packets !== undefined;
}

function queueText(waiting: Waiting): string {
  const [mean, most, unit] = isOfPackets(waiting)
    ? [waiting.queue_mean_waiting_packets, waiting.queue_max_waiting_packets, "packets"]
    : [waiting.queue_mean_waiting_cells, waiting.queue_max_waiting_cells, "cells"];
  return `${plain(round(mean ?? 0, 3))} ${unit} on average, ${plain(most ?? 0)} at most`;
}

/** What makes the numbers of runs doubtful; each run is named if there are others. */
export function warningTexts(runs: { label: string; info?: { summary: Summary | null } | null }[]): string[] {
  return runs.flatMap(({ label, info }) =>
    (info?.summary?.warnings ?? []).map((told) => `Warning${runs.length > 1 ? ` of “${label}”` : ""}: ${told}.`),
  );
}

/** What of a run tells which port its numbers are of. */
export type Loaded = Pick<RunInfo, "summary" | "ports">;

/** The port whose numbers all runs have, if there is one; that of an earlier run first, so that it stays the same. */
export function commonPort(runs: Loaded[]): string | undefined {
  return runs
    .map((run) => bottleneck(run.summary, run.ports))
    .find((port) => port !== undefined && runs.every((run) => has(run, port)));
}

function has({ summary, ports }: Loaded, port: string): boolean {
  return port in (summary?.queue_max ?? {}) || port in (summary?.shared_ports ?? {}) || ports.includes(port);
}

/** Lost cells by reason, in words. */
export function lossText(losses: Record<string, number> | undefined): string {
  const told = Object.entries(losses ?? {}).filter(([, cells]) => cells > 0);
  return told.length ? told.map(([reason, cells]) => `${plain(cells)} ${reason}`).join(", ") : "none";
}
