/** Sends requests to the worker of this page, which is started at the first one. */

import type { Points } from "../plot/curves.ts";
import type { Mistake } from "../types.ts";
import type { About, Answer, Failure, Question } from "./messages.ts";
import { compiled } from "./module.ts";

/** The number of the question that comes before all others. */
const LOADING = 0;

const NO_WORKER = "The simulator could not be started: this page or browser allows it no worker.";

interface Waiting {
  resolve: (ok: unknown) => void;
  reject: (why: Error) => void;
  onShare: (share: number) => void;
}

type Body = Question extends infer One ? (One extends { id: number } ? Omit<One, "id"> : never) : never;

/** Why the simulator gives no answer. */
export class Refused extends Error {
  readonly kind: string;
  readonly issues: Mistake[];

  constructor({ kind, message, issues }: Failure) {
    super(message);
    this.kind = kind;
    this.issues = issues;
  }
}

export class Runner {
  private worker: Worker | undefined;
  private code: Promise<WebAssembly.Module> | undefined;
  private requests = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly script: URL,
    /** The simulator: its address, or its octets, packed by gzip. */
    private readonly module: URL | ArrayBuffer,
  ) {}

  /** Begin to load the simulator, before the first request. */
  start(): void {
    this.worker ??= this.started();
  }

  /** Make a run that is not waited for, so that the first run of the visitor is as fast as the others. */
  warm(): void {
    void this.ask({ ask: "warm" }).catch(() => undefined);
  }

  /** Give everything up, runs and worker; later requests start another one. */
  end(): void {
    this.ended("This simulator was ended.");
  }

  /** Ask something about scenarios. */
  ofScenario<T>(request: Record<string, unknown>): Promise<T> {
    return this.ask({ ask: "module", request }) as Promise<T>;
  }

  /** Run a scenario with some changes and describe the result; null if it was given up meanwhile. */
  run<T>(
    key: string,
    scenario: string,
    { changes = [], watched = false }: { changes?: [string, string][]; watched?: boolean } = {},
    onShare: (share: number) => void = () => undefined,
  ): Promise<T | null> {
    return this.ask({ ask: "run", key, scenario, changes, watched }, onShare) as Promise<T | null>;
  }

  /** Take a run that was made elsewhere. */
  take<T>(key: string, octets: ArrayBuffer): Promise<T> {
    return this.ask({ ask: "take", key, octets }, undefined, [octets]) as Promise<T>;
  }

  /** Ask about a run; null if there is no run of that key. */
  about<T>(key: string, about: About): Promise<T | null> {
    return this.ask({ ask: "about", key, about }) as Promise<T | null>;
  }

  /** All points of a series of a run; null if there is no run of that key. */
  async series(key: string, index: number): Promise<Points | null> {
    const found = await this.about<{ time_ps: BigUint64Array; value: Float64Array }>(key, { ask: "series", index });
    return found && { time_s: Float64Array.from(found.time_ps, (one) => Number(one) / 1e12), value: found.value };
  }

  marked<T>(key: string, flow: string, from_s: number, to_s: number, most: number): Promise<T | null> {
    return this.ask({ ask: "marked", key, flow, from_s, to_s, most }) as Promise<T | null>;
  }

  lanes<T>(key: string, port: string, from_s: number, to_s: number, most: number): Promise<T | null> {
    return this.ask({ ask: "lanes", key, port, from_s, to_s, most }) as Promise<T | null>;
  }

  /** The tables of all cells and packets in a part of a run; null if there is no run of that key. */
  pieces<T>(key: string, since_s: number, to_s: number, most: number): Promise<T | null> {
    return this.ask({ ask: "pieces", key, since_s, to_s, most }) as Promise<T | null>;
  }

  /** Give a run up, on its way or finished. */
  forget(key: string): void {
    if (this.worker) void this.ask({ ask: "forget", key }).catch(() => undefined);
  }

  private ask(body: Body, onShare: (share: number) => void = () => undefined, transfer: Transferable[] = []): Promise<unknown> {
    const id = (this.requests += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onShare });
      this.worker ??= this.started();
      this.worker.postMessage({ id, ...body }, transfer);
    });
  }

  private started(): Worker {
    const worker = this.opened();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered(data);
    worker.onerror = () => this.ended(NO_WORKER);
    void this.load(worker);
    return worker;
  }

  /** Give the worker its simulator. One that has an address comes and is compiled here while the worker starts. */
  private async load(worker: Worker): Promise<void> {
    try {
      const module = this.module instanceof URL ? await (this.code ??= compiled(this.module)) : this.module;
      worker.postMessage({ id: LOADING, ask: "load", module } satisfies Question);
    } catch (failure) {
      this.code = undefined;
      if (this.worker === worker) this.ended(failure instanceof Error ? failure.message : String(failure));
    }
  }

  private opened(): Worker {
    try {
      // A page that is a file on a disk may start a classic worker from an object, but no module; ours imports nothing.
      const type = this.script.protocol === "blob:" ? "classic" : "module";
      return new Worker(this.script, { type, name: "cellwise" });
    } catch {
      throw new Refused({ kind: "browser", message: NO_WORKER, issues: [] });
    }
  }

  private answered(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if ("share" in answer) return waiting?.onShare(answer.share);
    this.waiting.delete(answer.id);
    // Without its simulator a worker is of no use; the next question starts another one.
    if (answer.id === LOADING && "failed" in answer) return this.ended(answer.failed.message);
    if ("failed" in answer) waiting?.reject(new Refused(answer.failed));
    else waiting?.resolve(answer.ok);
  }

  private ended(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new Refused({ kind: "browser", message, issues: [] }));
    this.waiting.clear();
    this.worker?.terminate();
    this.worker = undefined;
  }
}
