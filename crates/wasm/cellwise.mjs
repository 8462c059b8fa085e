/**
 * The simulator in WebAssembly, as functions; `src/abi.rs` is the other side. Answers come at once, so whoever must not
 * wait calls it in a worker. Types are in `cellwise.d.mts`.
 */

const ARRAYS = { f64: Float64Array, u64: BigUint64Array, u32: Uint32Array };
const ALIGNMENT = 8;

/** A slice of a run takes about so long, in milliseconds: a worker that looks at its messages in between answers soon. */
const SLICE_MS = 50;
const FEWEST_EVENTS = 2_000;
const MOST_EVENTS = 5_000_000;

/** Why there is no answer; `kind` is `scenario`, `asked`, `run`, `fault` or `memory`. */
export class Refusal extends Error {
  constructor({ kind, message, issues }) {
    super(message);
    this.name = "Refusal";
    this.kind = kind;
    this.issues = issues;
  }
}

export class Simulator {
  #module;
  #instance;

  /** Takes a compiled `WebAssembly.Module`. */
  constructor(module) {
    this.#module = module;
    this.#renew();
  }

  #renew() {
    this.#instance = new WebAssembly.Instance(this.#module, {}).exports;
  }

  /** Asks something, such as `{ ask: "schema" }`; `src/request.rs` says what there is. */
  ask(request) {
    return this.#asked(new TextEncoder().encode(JSON.stringify(request)));
  }

  /**
   * Takes a run that was made elsewhere: a request of four zeros, the length of its JSON in four octets, the JSON, and
   * the arrays behind it. Gives the `run` to ask about, and its scenario as JSON text.
   */
  take(buffer) {
    const length = new DataView(buffer).getUint32(4, true);
    const { scenario } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
    return { run: this.#asked(new Uint8Array(buffer)), scenario };
  }

  #asked(octets) {
    try {
      const place = this.#instance.cellwise_room(octets.length) >>> 0;
      new Uint8Array(this.#instance.memory.buffer, place, octets.length).set(octets);
      const length = this.#instance.cellwise_answer() >>> 0;
      const begin = this.#instance.cellwise_answered() >>> 0;
      return decoded(this.#instance.memory.buffer.slice(begin, begin + length));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw this.#ended(error);
    }
  }

  /** The module has ended in the middle of something: why. Its runs are gone with it. */
  #ended(error) {
    const isShort = this.#instance.cellwise_is_short() !== 0;
    this.#renew();
    if (isShort) return new Refusal({ kind: "memory", message: "the browser gives this page no more memory", issues: [] });
    return new Refusal({ kind: "fault", message: `fault in Cellwise, please report it: ${error.message}`, issues: [] });
  }

  /**
   * Runs a scenario to its end and gives what `finish` answers, with the `run` to ask for tables and series.
   *
   * `progress` hears the share of the simulated time that has passed; where it answers `false`, the run ends there and
   * its results until then are kept. Between slices `breathe` is awaited, so that messages can come.
   */
  async run(scenario, { progress = () => true, breathe = nextTask } = {}) {
    const run = this.ask({ ask: "begin", scenario });
    let events = FEWEST_EVENTS;
    for (let isOver = false; !isOver; ) {
      const begun = performance.now();
      const at = this.ask({ ask: "advance", run, events });
      const passed = Math.max(performance.now() - begun, 0.1);
      events = Math.round(Math.min(Math.max((events * SLICE_MS) / passed, FEWEST_EVENTS), MOST_EVENTS, 4 * events));
      await breathe();
      isOver = at.state !== "running" || progress(at.progress) === false;
    }
    return { run, ...this.ask({ ask: "finish", run }) };
  }
}

/** Lets other tasks of this thread go first. */
function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Reads an answer: JSON, in which `{"$": kind, at, length}` stands for an array behind it. */
function decoded(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const begin = Math.ceil((4 + length) / ALIGNMENT) * ALIGNMENT;
  const text = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  const answer = JSON.parse(text, (_key, value) =>
    value?.$ === undefined ? value : new ARRAYS[value.$](buffer, begin + value.at, value.length),
  );
  if (answer.refused !== undefined) throw new Refusal(answer.refused);
  return answer.ok;
}
