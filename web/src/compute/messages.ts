/** The messages between a page and its worker. */

import type { Mistake } from "../types.ts";

/** A question about a run by its key; the answer is the module's. */
export type About =
  | { ask: "points"; index: number; from_s: number; to_s: number; width: number }
  | { ask: "series"; index: number }
  | { ask: "playback"; steps: number; from_s: number; to_s: number }
  | { ask: "table"; name: string };

export type Question = { id: number } & (
  /** The simulator, compiled or packed by gzip; sent once; requests that came before wait for it. */
  | { ask: "load"; module: WebAssembly.Module | ArrayBuffer }
  /** Make a short run that is not waited for, so that the next one finds everything compiled. */
  | { ask: "warm" }
  /** Something about scenarios; `crates/wasm/src/request.rs` says what there is. */
  | { ask: "module"; request: Record<string, unknown> }
  /** Run a scenario with some changes, and the probes of the page if it is `watched`. */
  | { ask: "run"; key: string; scenario: string; changes: [string, string][]; watched: boolean }
  /** Take a run that was made elsewhere, as the server sends it. */
  | { ask: "take"; key: string; octets: ArrayBuffer }
  | { ask: "about"; key: string; about: About }
  /** Which segments of a flow lost cells or were sent again; which cells arrived at a port. */
  | { ask: "marked"; key: string; flow: string; from_s: number; to_s: number; most: number }
  | { ask: "lanes"; key: string; port: string; from_s: number; to_s: number; most: number }
  /** The tables of all cells and packets that reached ports in a part of the run. */
  | { ask: "pieces"; key: string; since_s: number; to_s: number; most: number }
  /** Give a run up, on its way or finished. */
  | { ask: "forget"; key: string }
);

/** Why there is no answer; `kind` as of the module, or `browser` without a module. */
export interface Failure {
  kind: string;
  message: string;
  issues: Mistake[];
}

/** `ok` is `null` where a run was given up. */
export type Answer = { id: number } & ({ ok: unknown } | { failed: Failure } | { share: number });
