/** The answers of the simulator and the server; times in seconds, rates in bit/s, as the names say. */

import type { Table } from "./base/json.ts";

export interface Issue {
  path: string;
  value?: string | null;
  rule?: string;
  text: string;
  /** Its place in the text of a file. */
  line?: number | null;
  column?: number | null;
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

export interface SeriesInfo {
  index: number;
  name: string;
  quantity: string;
  target: string;
  unit: string;
  points: number;
  min: number | null;
  max: number | null;
  stepped?: boolean;
  /** The greatest value of the run, if it lies between two samples. */
  peak?: number | null;
  thresholds?: { name: string; value: number }[];
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

/** Cells, or packets, that wait at a port. */
export interface Waiting {
  port: string;
  queue_mean_waiting_cells?: number;
  queue_max_waiting_cells?: number;
  queue_mean_waiting_packets?: number;
  queue_max_waiting_packets?: number;
  wait_mean_s: number | null;
}

/** The busiest port or adapter. */
export interface Bottleneck extends Waiting {
  is_adapter: boolean;
  utilisation: number;
  /** How long the port takes to send its longest queue. */
  queue_max_s: number;
}

export interface Summary {
  cells?: number;
  simulated_s?: number;
  audit?: Record<string, number>;
  tables?: Record<string, Record<string, number | string | null>[]>;
  rows?: Record<string, number>;
  shared_ports?: Record<string, { efficiency: number | null; fairness: number | null }>;
  losses?: Record<string, number>;
  timeouts?: number | null;
  /** Most cells that waited, by port. */
  queue_max?: Record<string, number>;
  cell_loss_ratio?: number | null;
  bottleneck?: Bottleneck | null;
  /** Adapters in which cells wait, the longest queue over time first. */
  adapters?: Waiting[];
  throughput_bps?: number | null;
  goodput_bps?: number | null;
  /** Sentences on doubts about the numbers. */
  warnings?: string[];
}

export interface Direction {
  port: string;
  from: string;
  to: string;
  rate_bps: number;
  delay_s: number;
  capacity_cells: number | null;
  policy: string | null;
  /** Of packets, where they may wait for the line. */
  discipline: string | null;
}

export interface Topology {
  nodes: { name: string; kind: string; x: number; y: number }[];
  links: {
    name: string;
    kind: string;
    ends: [string, string];
    rate_bps: number;
    delay_s: number;
    directions: Direction[];
  }[];
  vcs: { name: string; path: string[] }[];
  flows: { name: string; from: string; to: string; kind: string }[];
  left_out?: number;
}

export interface RunInfo {
  id: string;
  label: string;
  state: RunState;
  fraction: number;
  scenario: Table;
  seed?: number;
  summary: Summary | null;
  topology: Topology | null;
  series: SeriesInfo[];
  round_trips?: RoundTrips | null;
  tables?: string[];
  ports: string[];
  /** The ports of packet links, those that dropped most first. */
  packet_ports: string[];
  simulated_s?: number;
  wall_s?: number | null;
  /** Why a limit stopped the run, if one did. */
  stopped?: string | null;
  error?: string | null;
  issues?: Issue[];
}

export interface RunEntry {
  id: string;
  label: string;
  state: RunState;
  created?: string | number;
  summary?: Summary | null;
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

/** Steps of equal length; the last one is an instant. */
export interface Playback {
  times_s: number[];
  /** Most cells in the queue of a port during each step, and fewest. */
  ports: Record<string, number[]>;
  least: Record<string, number[]>;
  /** The ports of which these are packets. */
  packets: string[];
  links: Record<string, number[]>;
  /** The ports of which some of the load is the run's mean. */
  means: string[];
}

export interface SegmentRow {
  time_s: number;
  kind: string;
  seq: number;
  length: number;
  cells?: number | null;
  lost_cells?: number | null;
  why?: string | null;
}

export interface CellRows {
  port: string;
  from_s: number;
  to_s: number;
  vcs: string[];
  rows: {
    time_s: number[];
    vc: (string | number)[];
    frame: number[];
    cell: number[];
    cells?: number[];
    last: number[];
    fate: string[];
  };
  /** Cells that policers discarded before they came here, by policer. */
  policed?: Record<string, number>;
  truncated: boolean;
}

/** Packets at a port of a packet link; those that were never sent have no beginning and no end. */
export interface PacketRows {
  port: string;
  from_s: number;
  to_s: number;
  flows: string[];
  packets: {
    time_s: number[];
    flow: number[];
    kind: string[];
    packet: number[];
    bytes: number[];
    begins_s: (number | null)[];
    ends_s: (number | null)[];
    mark: string[];
    fate: string[];
  };
  truncated: boolean;
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
