/** What a live figure and its worker say to each other. */

import type { SeriesInfo } from "../types.ts";

/** One value that a reader may change. */
export interface Control {
  /** The settings that take the value, as `--set` names them. */
  paths: string[];
  label: string;
  /** As scenarios write them, from the least to the greatest if they have an order. */
  values: string[];
  /** Which of them the scenario has. */
  at: number;
  kind: "slider" | "choice";
}

export interface Figure {
  title: string;
  /** A scenario as JSON text. */
  scenario: string;
  /** The part that is shown at first; `null` for all of it. */
  from_s: number | null;
  to_s: number | null;
  controls: Control[];
}

export type Question = { id: number } & (
  /** Where the simulator is; asked once, before all else. */
  | { ask: "load"; module: string }
  | { ask: "run"; figure: number; scenario: string; changes: [string, string][] }
  | { ask: "points"; figure: number; index: number; from_s: number; to_s: number; width: number }
);

export interface Ran {
  simulated_s: number;
  series: SeriesInfo[];
  /** What all flows together were given, in bit/s. */
  throughput_bps: number;
  /** Cells that were lost, as a share of those sent; null where there are none. */
  cell_loss_ratio: number | null;
}

/** `ok` is `null` where a later question has taken the place of this one. */
export type Answer = { id: number } & ({ ok: unknown } | { error: string } | { share: number });
