/** Round trips of pings: as curves, and as numbers. */

import { seconds } from "../base/quantity.ts";
import type { Points } from "../plot/curves.ts";
import type { RoundTrips, RunInfo, SeriesInfo } from "../types.ts";
import { type Column, textsOf } from "./columns.ts";

type Columns = Record<string, Column>;

/** The quantity of round trips, which are no series of the simulator. */
export const ROUND_TRIP = "rtt";

function reals(table: Columns, name: string): Float64Array {
  const column = table[name];
  return column instanceof Float64Array ? column : new Float64Array();
}

/** A run with the round trips of its pings as series and as numbers, and the points of these series by ping. */
export async function withTrips(
  run: RunInfo,
  table: (name: string) => Promise<Columns | null>,
): Promise<{ info: RunInfo; trips: Map<string, Points> }> {
  if (!run.tables?.includes("pings")) return { info: run, trips: new Map() };
  const [pings, flows] = await Promise.all(["pings", "flows"].map(async (name) => (await table(name)) ?? {}));
  const trips = pingCurves(pings ?? {});
  const series = [...trips].map(
    ([target, { value }]): SeriesInfo => ({
      index: -1,
      name: `rtt ${target}`,
      quantity: ROUND_TRIP,
      target,
      unit: "ms",
      points: value.length,
      min: null,
      max: null,
      stepped: false,
    }),
  );
  return { info: { ...run, series: [...series, ...run.series], round_trips: roundTrips(pings ?? {}, flows ?? {}) }, trips };
}

/** The round trips of each ping, in ms, at the instants at which requests were sent; not a number without a reply. */
export function pingCurves(pings: Columns): Map<string, Points> {
  const [flows, sent_s, rtt_s] = [textsOf(pings["flow"]), reals(pings, "sent_s"), reals(pings, "rtt_s")];
  const of = (flow: string): Points => {
    const isIts = (_: number, row: number): boolean => flows[row] === flow;
    return { time_s: sent_s.filter(isIts), value: rtt_s.filter(isIts).map((one) => 1e3 * one) };
  };
  return new Map([...new Set(flows)].map((flow) => [flow, of(flow)]));
}

/** The numbers of all pings of a run, as `cellwise.metrics.ping_times` and `bloat_s` do; null if no reply came. */
export function roundTrips(pings: Columns, flows: Columns): RoundTrips | null {
  const [sent_s, rtt_s] = [reals(pings, "sent_s"), reals(pings, "rtt_s")];
  const isLoaded = underLoad(flows);
  const came = [...rtt_s.keys()].filter((row) => Number.isFinite(rtt_s[row]));
  const of = (rows: number[]): number[] => rows.map((row) => rtt_s[row] ?? NaN).sort((a, b) => a - b);
  const all = of(came);
  const busy = of(came.filter((row) => isLoaded(sent_s[row] ?? NaN)));
  const idle = of(came.filter((row) => !isLoaded(sent_s[row] ?? NaN)));
  const [p50_s, p95_s, p99_s] = [0.5, 0.95, 0.99].map((share) => quantile(all, share));
  if (p50_s === undefined || p95_s === undefined || p99_s === undefined || all.length === 0) return null;
  const rest_s = idle.length ? quantile(idle, 0.5) : (busy[0] ?? 0);
  const increase_s = busy.length ? quantile(busy, 0.5) - rest_s : null;
  return { p50_s, p95_s, p99_s, increase_s, unanswered: rtt_s.length - all.length };
}

/** Whether a flow other than a ping is active at an instant; one that never ended is to the end of the run. */
function underLoad(flows: Columns): (at_s: number) => boolean {
  const [started_s, ended_s] = [reals(flows, "started_s"), reals(flows, "ended_s")];
  const others = textsOf(flows["kind"]).flatMap((kind, row) => (kind === "ping" ? [] : [row]));
  const ends = (row: number): number => (Number.isFinite(ended_s[row]) ? (ended_s[row] ?? 0) : Infinity);
  return (at_s) => others.some((row) => at_s >= (started_s[row] ?? NaN) && at_s < ends(row));
}

/** A quantile of sorted values, between two of them as numpy has it. */
function quantile(sorted: number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [below = NaN, above = NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}

/** The round trips of runs, in words; each run is named if there are others. */
export function roundTripTexts(runs: { label: string; info: Pick<RunInfo, "round_trips"> }[]): string {
  const texts = runs.flatMap(({ label, info }) => (info.round_trips ? [`${runs.length > 1 ? `${label}: ` : ""}${textOf(info.round_trips)}.`] : []));
  return texts.join(" ");
}

function textOf({ p50_s, p95_s, p99_s, increase_s, unanswered }: RoundTrips): string {
  const more = increase_s === null ? "" : `; under load the median is ${seconds(increase_s, 3)} more`;
  const none = unanswered ? `; without a reply by the end: ${unanswered}` : "";
  const [half, most, nearly] = [p50_s, p95_s, p99_s].map((one) => seconds(one, 3));
  return `Round trips: p50 ${half}, p95 ${most}, p99 ${nearly}${more}${none}`;
}
