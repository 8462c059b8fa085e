/** The server, as functions. Every failure is an `ApiError`; a server that does not answer is `gone`. */

import type { Table } from "./base/json.ts";
import type * as t from "./types.ts";

const REFUSED = 403;

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly issues: t.Issue[] = [],
  ) {
    super(message);
  }

  get gone(): boolean {
    return this.status === 0;
  }

  /** Whether the same question will be answered when the server is back, or knows this browser again. */
  get away(): boolean {
    return this.gone || this.status === REFUSED;
  }
}

/** How the server answered: at all, not at all, or that it does not know this browser. */
export type Answered = "alive" | "gone" | "refused";

let onAnswer: (how: Answered) => void = () => undefined;

/** Hear of every answer. */
export function watchAnswers(listener: (how: Answered) => void): void {
  onAnswer = listener;
}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch (failure) {
    if (init.signal?.aborted) throw failure;
    onAnswer("gone");
    throw new ApiError("The server does not answer.", 0);
  }
  onAnswer(response.status === REFUSED ? "refused" : "alive");
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: string; issues?: t.Issue[] };
    return new ApiError(body.error ?? response.statusText, response.status, body.issues ?? []);
  } catch {
    return new ApiError(`${response.status} ${response.statusText}`, response.status);
  }
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await call(path, signal ? { signal } : {});
  return (await response.json()) as T;
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await (await call(path, init)).json()) as T;
}

function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

const word = encodeURIComponent;

export const about = (): Promise<t.About> => get("api/about");
export const schema = (): Promise<Table> => get("api/schema");
export const gallery = (): Promise<t.Gallery> => get("api/gallery");
export const check = (body: { scenario: Table } | { toml: string }): Promise<t.Checked> => post("api/check", body);
export const runs = (): Promise<t.RunEntry[]> => get("api/runs");
export const stored = (): Promise<t.Stored> => get("api/stored");
export const openStored = (name: string): Promise<{ id: string; state: t.RunState }> =>
  post(`api/stored/${word(name)}/open`);
export const run = (id: string): Promise<t.RunInfo> => get(`api/runs/${word(id)}`);
export const start = (scenario: Table, label: string): Promise<{ id: string; state: t.RunState }> =>
  post("api/runs", { scenario, label });

export async function cancel(id: string): Promise<void> {
  await call(`api/runs/${word(id)}`, { method: "DELETE" });
}

/** Points of a series: times and values, decimated to so many pixel columns. */
export async function series(
  id: string,
  index: number,
  from_s: number,
  to_s: number,
  width: number,
  signal?: AbortSignal,
): Promise<[Float64Array, Float64Array]> {
  const path = `api/runs/${word(id)}/series/${index}${query({ from: from_s, to: to_s, width })}`;
  const response = await call(path, signal ? { signal } : {});
  const values = new Float64Array(await response.arrayBuffer());
  const half = values.length / 2;
  return [values.subarray(0, half), values.subarray(half)];
}

export const playback = (id: string, steps: number, from_s: number, to_s: number): Promise<t.Playback> =>
  get(`api/runs/${word(id)}/playback${query({ steps, from: from_s, to: to_s })}`);
/** The segments of a flow that lost cells or were sent again; all of them are known up to `until_s`. */
export const marked = (
  id: string,
  flow: string,
  from_s: number,
  to_s: number,
): Promise<{ rows: t.SegmentRow[]; truncated: boolean; until_s: number }> =>
  get(`api/runs/${word(id)}/segments${query({ flow, from: from_s, to: to_s, only: "marked", limit: 5000 })}`);
export const cells = (id: string, port: string, from_s: number, to_s: number): Promise<t.CellRows> =>
  get(`api/runs/${word(id)}/cells${query({ port, from: from_s, to: to_s, limit: 20000 })}`);

export const scenarioFile = (id: string): string => `api/runs/${word(id)}/scenario.toml`;
export const tableFile = (id: string, table: string): string => `api/runs/${word(id)}/table/${word(table)}.csv`;

export const studies = (): Promise<t.StudyEntry[]> => get("api/studies");
export const study = (name: string): Promise<t.Study> => get(`api/studies/${word(name)}`);
export const startStudy = (name: string, replications: number, only: string[]): Promise<unknown> =>
  post(`api/studies/${word(name)}/start`, { replications, only });
export const cancelStudy = (name: string): Promise<unknown> => post(`api/studies/${word(name)}/cancel`);
export const openCase = (name: string, of: string): Promise<{ scenario: Table }> =>
  post(`api/studies/${word(name)}/open`, { case: of });

/**
 * Hear a stream of events; the browser opens it again if the connection breaks, unless the server says that there
 * is none: then `closed` is called. Returns how to close it.
 *
 * A browser has few connections to one server for all its tabs, so a tab that nobody sees gives its own back; every
 * stream begins with how things stand, so that nothing is missed.
 */
export function events(path: string, on: Record<string, (data: unknown) => void>, closed: () => void): () => void {
  let source: EventSource | undefined;
  const turned = (): void => {
    const seen = document.visibilityState === "visible";
    if (seen && !source) source = opened();
    if (seen) return;
    source?.close();
    source = undefined;
  };
  const close = (): void => {
    document.removeEventListener("visibilitychange", turned);
    source?.close();
  };
  const opened = (): EventSource => {
    const made = new EventSource(path);
    for (const [name, listener] of Object.entries(on)) {
      made.addEventListener(name, (event) => listener(JSON.parse((event as MessageEvent<string>).data)));
    }
    made.addEventListener("error", () => made.readyState === EventSource.CLOSED && (close(), closed()));
    return made;
  };
  document.addEventListener("visibilitychange", turned);
  turned();
  return close;
}

export const runEvents = (id: string): string => `api/runs/${word(id)}/events`;
export const studyEvents = (name: string): string => `api/studies/${word(name)}/events`;
