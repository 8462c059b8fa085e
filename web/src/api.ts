/** The server, as functions. Every failure is an `ApiError`; a server that does not answer is `gone`. */

import type { Table } from "./base/json.ts";
import type * as t from "./types.ts";

const REFUSED = 403;

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly issues: t.Mistake[] = [],
  ) {
    super(message);
  }

  get gone(): boolean {
    return this.status === 0;
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
    const body = (await response.json()) as { error?: string; issues?: t.Mistake[] };
    return new ApiError(body.error ?? response.statusText, response.status, body.issues ?? []);
  } catch {
    return new ApiError(`${response.status} ${response.statusText}`, response.status);
  }
}

async function get<T>(path: string): Promise<T> {
  return (await (await call(path)).json()) as T;
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await (await call(path, init)).json()) as T;
}


const word = encodeURIComponent;

export const about = (): Promise<t.About> => get("api/about");
export const gallery = (): Promise<t.Gallery> => get("api/gallery");
export const stored = (): Promise<t.Stored> => get("api/stored");

/** The results of a folder, as the simulator's module takes them. */
export async function results(name: string): Promise<ArrayBuffer> {
  return (await call(`api/stored/${word(name)}/results`)).arrayBuffer();
}

export const studies = (): Promise<t.StudyEntry[]> => get("api/studies");
export const study = (name: string): Promise<t.Study> => get(`api/studies/${word(name)}`);
export const startStudy = (name: string, replications: number, only: string[]): Promise<unknown> =>
  post(`api/studies/${word(name)}/start`, { replications, only });
export const cancelStudy = (name: string): Promise<unknown> => post(`api/studies/${word(name)}/cancel`);
export const openCase = (name: string, of: string): Promise<{ scenario: Table }> =>
  post(`api/studies/${word(name)}/open`, { case: of });

/**
 * Listen to a stream of events; the browser opens it again if the connection breaks, unless the server reports that it
 * has no such stream: then `closed` is called. Returns how to close it.
 *
 * A browser has few connections to one server for all its tabs, so a hidden tab gives its own back; every stream begins
 * with the present state, so that nothing is missed.
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

export const studyEvents = (name: string): string => `api/studies/${word(name)}/events`;
