/** Asks the worker of this page, which is started when something is asked first. */

import type { Points } from "../plot/curves.ts";
import type { Answer, Question, Ran } from "./asked.ts";

/** The number of the question that comes before all others. */
const LOADING = 0;

interface Waiting {
  resolve: (ok: unknown) => void;
  reject: (why: Error) => void;
  onShare: (share: number) => void;
}

type Body = Question extends infer One ? (One extends { id: number } ? Omit<One, "id"> : never) : never;

export class Runner {
  private worker: Worker | undefined;
  private asked = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly script: URL,
    private readonly module: URL,
  ) {}

  /** Run a figure's scenario with some changes; null if the figure asked again meanwhile. */
  run(
    figure: number,
    scenario: string,
    changes: [string, string][],
    onShare: (share: number) => void,
  ): Promise<Ran | null> {
    return this.ask({ ask: "run", figure, scenario, changes }, onShare) as Promise<Ran | null>;
  }

  /** Points of a picture of the figure's last run; null if there is none. */
  points(figure: number, index: number, from_s: number, to_s: number, width: number): Promise<Points | null> {
    return this.ask({ ask: "points", figure, index, from_s, to_s, width }) as Promise<Points | null>;
  }

  private ask(body: Body, onShare: (share: number) => void = () => undefined): Promise<unknown> {
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onShare });
      this.worker ??= this.started();
      this.worker.postMessage({ id, ...body });
    });
  }

  private started(): Worker {
    const worker = new Worker(this.script, { type: "module", name: "cellwise" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered(data);
    worker.onerror = () => this.ended("The simulator could not be started in this browser.");
    // Not in the script's address: a script that a service worker hands out may be told another one.
    worker.postMessage({ id: LOADING, ask: "load", module: this.module.href } satisfies Question);
    return worker;
  }

  private answered(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if ("share" in answer) return waiting?.onShare(answer.share);
    this.waiting.delete(answer.id);
    // Without its simulator a worker is of no use; the next question starts another one.
    if (answer.id === LOADING && "error" in answer) return this.ended(answer.error);
    if ("error" in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.ok);
  }

  private ended(why: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
    this.worker?.terminate();
    this.worker = undefined;
  }
}
