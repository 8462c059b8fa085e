/**
 * The answers of the simulator; times in seconds, rates in bit/s, as the names say.
 *
 * Written by tools/generate_types.py from crates/api/answers.schema.json; do not edit.
 */

/** A finished run. */
export interface Description {
  title: string;
  seed: number;
  summary: Summary;
  topology: Topology;
  series: Series[];
  /** Those that have rows. */
  tables: string[];
  /** The ports of switches, the bottleneck first. */
  ports: string[];
  /** The ports of packet links, those that dropped most first. */
  packet_ports: string[];
  simulated_s: number;
  /** Why a limit stopped the run, if one did. */
  stopped: string | null;
}

/** The numbers of a run. */
export interface Summary {
  /** Cells for which the probe `cells` had no room any more, by port; nothing without such a probe. */
  cells_left_out?: Record<string, number>;
  /** The same of packets and the probe `packets`. */
  packets_left_out?: Record<string, number>;
  /** Cells handled at the ports of links. */
  cells: number;
  /** Cells handled inside nodes. */
  inner_cells: number;
  /** Calendar entries handled. */
  events: number;
  /** Simulated time, in seconds. */
  simulated_s: number;
  /** The measured part of it, in seconds. */
  measured_s: number;
  /** Why the run ended early, if it did. */
  stopped: Stopped | null;
  /** The TCP flows that wait for their retransmission timers at the end, if all do that have something to send. */
  waiting: WaitingFlow[];
  /** The balance, in cells. */
  audit: Balance;
  /** The balance, in packets on packet links. */
  packet_audit: Balance;
  /** Every model that took part. */
  models: Model[];
  bottleneck: Bottleneck | null;
  /** The first rows of the tables that are shown. */
  tables: Record<string, Record<string, number | string | null>[]>;
  /** How many rows these tables have. */
  rows: Record<string, number>;
  shared_ports: Record<string, Shared>;
  /** Those in which cells wait, the longest queue over time first. */
  adapters: Adapter[];
  /** Sentences on doubts about the numbers. */
  warnings: string[];
  /** Lost cells by reason. */
  losses: Record<string, number>;
  timeouts: number;
  cell_loss_ratio: number;
  throughput_bps: number;
  goodput_bps: number;
  /** The most cells that waited, by port. */
  queue_max: Record<string, number>;
}

/** Why and when a run ended before its time. */
export interface Stopped {
  /** The limit as path and rule, or `interrupted`. */
  reason: string;
  /** The simulated time reached, in seconds. */
  at_s: number;
}

/** A flow that waits for its retransmission timer. */
export interface WaitingFlow {
  /** The flow. */
  flow: string;
  /** Since when, in seconds. */
  since_s: number;
  /** Until when, in seconds. */
  until_s: number;
}

/** `sent + duplicated = delivered + lost + held`. */
export interface Balance {
  /** Those that were given to be sent. */
  sent: number;
  /** Copies that packet links have made. */
  duplicated: number;
  /** Those that arrived. */
  delivered: number;
  /** Those lost, for all reasons. */
  lost: number;
  /** Those under way at the end. */
  held: number;
}

/** A model that took part. */
export interface Model {
  /** Its family. */
  family: string;
  /** Its name in scenarios. */
  name: string;
  /** How far it has been validated. */
  status: string;
}

/** The busiest port or adapter of a run. */
export type Bottleneck = CellPort | PacketPort;

/** A port of cells, and those that wait there. */
export interface CellPort {
  port: string;
  is_adapter: boolean;
  rate_bps: number;
  utilisation: number;
  lost_cells: number;
  queue_mean_waiting_cells: number;
  queue_max_waiting_cells: number;
  wait_mean_s: number | null;
  /** How long it takes to send its longest queue. */
  queue_max_s: number;
}

/** A port of packets, and those that wait there. */
export interface PacketPort {
  port: string;
  is_adapter: boolean;
  discipline: string;
  rate_bps: number;
  utilisation: number;
  /** Those that it dropped, and those lost on its line. */
  lost_packets: number;
  queue_mean_waiting_packets: number;
  queue_max_waiting_packets: number;
  queue_max_waiting_bytes: number;
  wait_mean_s: number | null;
  /** How long it takes to send its longest queue. */
  queue_max_s: number;
}

/** Efficiency and fairness at a port; where there is nothing to share, the efficiency alone. */
export interface Shared {
  /** As a part of the line's capacity. */
  efficiency: number | null;
  /** From 1/n to 1. */
  fairness: number | null;
}

/** An adapter in which cells wait. */
export interface Adapter {
  port: string;
  queue_mean_waiting_cells: number;
  queue_max_waiting_cells: number;
  wait_mean_s: number | null;
}

/** A network as a picture shows it. */
export interface Topology {
  /** Nodes with their places. */
  nodes: Place[];
  /** Links between them. */
  links: Wire[];
  /** Connections by name, with the ports that they pass. */
  vcs: Way[];
  /** Flows. */
  flows: Ends[];
  /** Nodes that are not shown because there are too many. */
  left_out: number;
}

/** A node in the picture: x and y from 0 to 1. */
export interface Place {
  name: string;
  kind: string;
  x: number;
  y: number;
}

/** A link in the picture; one of kind `lan` has a rate and a delay for each direction alone. */
export interface Wire {
  name: string;
  ends: [string, string];
  rate_bps: number;
  delay_s: number;
  kind: string;
  directions: [Direction, Direction];
}

/** One direction of a link in the picture. */
export interface Direction {
  port: string;
  from: string;
  to: string;
  rate_bps: number;
  delay_s: number;
  capacity_cells: number | null;
  /** The drop policy; empty for a port that is not a switch's. */
  policy: string;
  /** Of packets, where they may wait for the line. */
  discipline: string | null;
}

/** A connection in the picture. */
export interface Way {
  name: string;
  path: string[];
}

/** A flow in the picture. */
export interface Ends {
  name: string;
  from: string;
  to: string;
  kind: string;
}

/** The record of a probe over time, without its points. */
export interface Series {
  /** Its place among the series of the run. */
  index: number;
  name: string;
  /** The same as `quantity`. */
  probe: string;
  quantity: string;
  target: string;
  unit: string;
  /** How many. */
  points: number;
  min: number | null;
  max: number | null;
  /** The greatest value of the run, if it lies between two samples. */
  peak: number | null;
  thresholds: Threshold[];
}

/** A length of a queue, in cells, at which something changes. */
export interface Threshold {
  name: string;
  value: number;
}

/** How queues and links were filled in equal steps of a run, or of a part of it. */
export interface Playback {
  /** Where the steps begin; the last one is an instant. */
  times_s: number[];
  /** The most in the queue of every port that was recorded, from the beginning of each step until the next one. */
  ports: Record<string, number[]>;
  /** The fewest. */
  least: Record<string, number[]>;
  /** The ports of which these are packets. */
  packets: string[];
  /** The load of the ports that are drawn, from 0 to 1, in the step before each instant. */
  links: Record<string, number[]>;
  /** The ports where other traffic passes, whose part of the load is the mean over the whole run. */
  means: string[];
}

/** The segments of a flow in a part of a run that lost cells or were sent again. */
export interface Marked {
  flow: string;
  rows: SegmentRow[];
  /** Whether `until_s` is before the end of the part. */
  truncated: boolean;
  /** Up to when all of them are there. */
  until_s: number;
}

/** A segment that lost cells or was sent again. */
export interface SegmentRow {
  time_s: number;
  /** Such as `sent-again`. */
  kind: string;
  seq: number;
  /** Octets. */
  length: number;
  /** Those of its frame, if it lost any. */
  cells: number | null;
  lost_cells: number;
  /** A line for each loss. */
  why: string;
}

/** The cells or packets that reached a port in a part of a run. */
export type LaneRows = CellRows | PacketRows;

/** The cells that reached a port in a part of a run, by connection. */
export interface CellRows {
  port: string;
  from_s: number;
  to_s: number;
  vcs: string[];
  rows: CellColumns;
  /** Cells that policers discarded before they came here, by policer. */
  policed: Record<string, number>;
  /** Whether cells had no room. */
  truncated: boolean;
  /** How many had none. */
  left_out: number;
}

/** Columns with a row for each cell. */
export interface CellColumns {
  time_s: number[];
  /** Places in `vcs`. */
  vc: number[];
  frame: number[];
  cell: number[];
  /** How many its frame has. */
  cells: number[];
  /** 1 for the last cell of a frame. */
  last: number[];
  fate: string[];
}

/** The packets that reached a port of a packet link in a part of a run or were sent in it, by flow. */
export interface PacketRows {
  port: string;
  from_s: number;
  to_s: number;
  flows: string[];
  packets: PacketColumns;
  /** Whether packets had no room. */
  truncated: boolean;
  /** How many had none. */
  left_out: number;
}

/** Columns with a row for each packet; one that was never sent has no beginning and no end. */
export interface PacketColumns {
  time_s: number[];
  /** Places in `flows`. */
  flow: number[];
  kind: string[];
  packet: number[];
  bytes: number[];
  begins_s: (number | null)[];
  ends_s: (number | null)[];
  mark: string[];
  fate: string[];
}

/** One mistake in a scenario, or one warning about it. */
export interface Issue {
  /**
   * The key at fault, dotted, such as `switch.drop.threshold` or `probes.queue[2].port`; `scenario` for the document as
   * a whole.
   */
  path: string;
  /** The value at fault as written, if there is one. */
  value: string | null;
  /** The rule that it breaks: what is known, or what to give instead. */
  rule: string;
  /** The line in the TOML text, from 1. */
  line: number | null;
  /** The column in characters, from 1. */
  column: number | null;
}
