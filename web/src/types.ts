/** The answers of the server, and those of the simulator with the page's additions; times in seconds, rates in bit/s. */

import type * as answers from "../../crates/wasm/answers.d.mts";
import type { Table } from "./base/json.ts";

export type {
  Adapter,
  Bottleneck,
  CellRows,
  Direction,
  LaneRows,
  Marked,
  PacketPort,
  PacketRows,
  Playback,
  SegmentRow,
  Summary,
  Topology,
} from "../../crates/wasm/answers.d.mts";

/** An issue of a scenario or a request with its text; the server may give no place. */
export interface Mistake extends Partial<answers.Issue> {
  path: string;
  text: string;
}

export interface About {
  version: string;
  build?: string;
  folder?: string;
}

export interface Gallery {
  studies: { name: string; title: string; summary: string; source: string }[];
}

export type RunState = "queued" | "running" | "done" | "failed" | "cancelled";

/** A series of a run, or one that the page makes. */
export interface SeriesInfo extends Omit<answers.Series, "probe" | "peak" | "thresholds">, Partial<Pick<answers.Series, "peak" | "thresholds">> {
  stepped?: boolean;
}

/** The round trips of all pings of a run. */
export interface RoundTrips {
  p50_s: number;
  p95_s: number;
  p99_s: number;
  /** By how much the median under load is more than without; null if nothing loads the network. */
  increase_s: number | null;
  unanswered: number;
}

/** A run of the page. */
export interface RunInfo extends Omit<answers.Description, "series"> {
  id: string;
  label: string;
  state: RunState;
  fraction: number;
  scenario: Table;
  series: SeriesInfo[];
  round_trips?: RoundTrips | null;
  wall_s?: number;
}

export interface RunEntry {
  id: string;
  label: string;
  state: RunState;
  created?: string | number;
  summary?: answers.Summary;
}

/** A results folder of `cellwise run`. */
export interface StoredRun {
  name: string;
  title: string;
  seed: number;
  simulated_s: number;
}

/** Results in the folder, and those that cannot be read, with the reason. */
export interface Stored {
  runs: StoredRun[];
  broken: { name: string; error: string }[];
}

export interface StudyEntry {
  name: string;
  title: string;
  source: string;
  summary?: string;
  groups: string[];
  state: string;
  done: number;
  /** Null if nothing is running. */
  total: number | null;
  stored?: number;
  replications?: number | null;
}

export type Verdict =
  "inside_5_95" | "inside_min_max" | "near" | "outside" | "inconsistent" | "upheld" | "refuted" | "undecided";

export interface StudyCell {
  row: string[];
  column: string;
  case: string;
  /** As printed; explorations have none. */
  printed?: string | null;
  note?: string;
  ours: number | null;
  low: number | null;
  high: number | null;
  verdict?: Verdict | null;
  /** How far our median is from the printed number, in percent; empty where nothing is to compare. */
  off?: string;
  replications: number;
}

export interface StudyTable {
  name: string;
  title: string;
  note?: string;
  labels: string[];
  columns: { name: string; title: string }[];
  rows: StudyCell[];
}

export interface Claim {
  id: string;
  where: string;
  says: string;
  test: string;
  verdict: Verdict;
  evidence: string;
}

export interface Study extends StudyEntry {
  /** Markdown. */
  question: string;
  tables: StudyTable[];
  explorations: StudyTable[];
  claims: Claim[];
  figures: { name: string; title: string; svg_url: string; ready?: boolean }[];
  asked?: number | null;
  /** The groups that were asked for; all if none is named. */
  only?: string[];
  /** Stored parts that are left out, and why. */
  problems?: string[];
  error?: string;
}

export interface StudyProgress {
  state?: string;
  done: number;
  total: number | null;
  eta_s?: number | null;
  case?: string | null;
  /** The options of a study that runs. */
  asked?: number;
  only?: string[];
}
