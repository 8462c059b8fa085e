import type { Description, Issue, LaneRows, Marked, Playback, Series } from "./answers.d.mts";

export type * from "./answers.d.mts";

/** A warning: an issue with its whole text. */
export interface Warning extends Issue {
  message: string;
}

export class Refusal extends Error {
  readonly kind: "scenario" | "asked" | "run" | "fault" | "memory";
  readonly issues: Issue[];
}

/** A column of names: the different ones, and for each row which it is. */
export interface Names {
  words: string[];
  rows: Uint32Array;
}

export type Column = Float64Array | BigUint64Array | Names;

/** What a run came to, apart from its columns. */
export interface Finished {
  run: number;
  /** Scalars by name, as `run.json` has them. */
  summary: Record<string, unknown>;
  tables: string[];
  series: Pick<Series, "name" | "quantity" | "target" | "unit" | "points">[];
}

/** What can be asked, and what is answered. Scenarios are JSON text. */
export interface Asked {
  (request: { ask: "version" }): string;
  (request: { ask: "schema" | "vocabulary" }): Record<string, unknown>;
  (request: { ask: "catalogue" }): Record<string, string>[];
  (request: { ask: "template"; name: string }): string;
  (request: { ask: "quantity"; format: string; text: string }): BigUint64Array;
  (request: { ask: "parse"; text: string; format: "toml" | "json"; file?: string }): {
    scenario: string;
    warnings: Warning[];
  };
  (request: { ask: "change"; scenario: string; changes: string }): { scenario: string; warnings: Warning[] };
  (request: { ask: "check"; scenario: string }): Issue[];
  (request: { ask: "expand" | "identity" | "toml"; scenario: string }): string;
  (request: { ask: "set"; scenario: string; changes: [string, string][] }): string;
  (request: { ask: "resolved"; scenario: string }): Record<string, unknown>;
  /** The scenario with the probes that a page shows, and the flows of those that are in no plot. */
  (request: { ask: "watching"; scenario: string }): { scenario: string; hidden: string[] };
  (request: {
    ask: "again";
    scenario: string;
    flow?: string;
    port?: string;
    from_s?: number;
    to_s: number;
    most?: number;
  }): string;
  (request: { ask: "begin"; scenario: string }): number;
  (request: { ask: "advance"; run: number; events: number }): {
    state: "running" | "done" | "stopped";
    progress: number;
    cells: number;
  };
  (request: { ask: "finish"; run: number }): Omit<Finished, "run">;
  (request: { ask: "table"; run: number; name: string }): Record<string, Column>;
  (request: { ask: "series"; run: number; index: number }): { time_ps: BigUint64Array; value: Float64Array };
  (request: { ask: "points"; run: number; index: number; from_s?: number; to_s?: number; width: number }): {
    time_s: Float64Array;
    value: Float64Array;
  };
  (request: { ask: "describe"; run: number; hidden?: string[] }): Description;
  (request: { ask: "playback"; run: number; steps: number; from_s?: number; to_s?: number }): Playback;
  (request: { ask: "marked"; run: number; flow: string; from_s: number; to_s: number; most: number }): Marked;
  (request: { ask: "lanes"; run: number; port: string; from_s: number; to_s: number }): LaneRows;
  (request: { ask: "forget"; run: number }): null;
}

export class Simulator {
  constructor(module: WebAssembly.Module);
  readonly ask: Asked;
  take(buffer: ArrayBuffer): { run: number; scenario: string };
  run(
    scenario: string,
    options?: { progress?: (share: number) => boolean | void; breathe?: () => Promise<void> },
  ): Promise<Finished>;
}
