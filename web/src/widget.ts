/** The same strips in a notebook, computed in its page: an anywidget that has its simulator with it. */

import "uplot/dist/uPlot.min.css";
import "./style/widget.css";
import "./style/strips.css";
// Built before the widget: a notebook's page has no address for a script.
import worker from "../../python/cellwise/_web/worker.js?raw";
import { button, debounce, h } from "./base/dom.ts";
import { isDark } from "./base/palette.ts";
import { Runner } from "./compute/runner.ts";
import { type Changeable, changeable } from "./live/control.ts";
import { Example, numbers } from "./live/example.ts";
import type { Control } from "./live/figure.ts";
import { download, Strips, zoomButtons } from "./plot/strips.ts";
import { View } from "./plot/view.ts";
import { Player } from "./run/player.ts";
import type { RunInfo } from "./types.ts";

/** The part of anywidget's model that is used here. */
interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  widget_manager?: { get_model(id: string): Promise<{ get(name: string): unknown }> };
}

/** The chosen values by the setting that takes them; of several settings, the first. */
type Chosen = Record<string, string>;

/** How notebooks write that a value is another model, before its name. */
const MODEL = "IPY_MODEL_";
/** A slider that is dragged asks when it rests. */
const REST_MS = 120;

/** The simulator, packed: one model has it for all widgets of a notebook. */
async function simulatorOf(model: Model): Promise<ArrayBuffer> {
  const id = String(model.get("simulator")).slice(MODEL.length);
  const found = await model.widget_manager?.get_model(id).catch(() => undefined);
  const octets = found?.get("octets");
  if (!(octets instanceof DataView)) throw new Error("The simulator is not in this notebook: run the cell again.");
  if (octets.byteLength === 0)
    throw new Error("The simulator for browsers is not built: make build says why, and builds it where it can.");
  return octetsOf(octets);
}

function octetsOf(view: DataView): ArrayBuffer {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice().buffer;
}

function unpacked(octets: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([octets]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Keep a box as dark or light as its surroundings; `changed` is called at every change. Returns how to stop. */
function followTheme(box: HTMLElement, changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => {
    if (dark === isDark()) return;
    dark = box.classList.toggle("dark", isDark());
    changed();
  };
  let dark = box.classList.toggle("dark", isDark());
  const notebook = new MutationObserver(follow);
  notebook.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  system.addEventListener("change", follow);
  return () => {
    notebook.disconnect();
    system.removeEventListener("change", follow);
  };
}

/**
 * Keep plain keys from the notebook while something in a box has the focus: arrows move the scrub bar, and two letters
 * d delete no cell. JupyterLab tests the element itself, before any listener inside receives the key. Returns how to
 * stop.
 */
function keepKeys(box: HTMLElement): () => void {
  const keep = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (target instanceof Element && box.contains(target))
      target.toggleAttribute("data-lm-suppress-shortcuts", !(ctrlKey || metaKey || altKey));
  };
  addEventListener("keydown", keep, true);
  return () => removeEventListener("keydown", keep, true);
}

/** The view of one model in one place. */
class Shown {
  readonly box: HTMLElement;
  private readonly status = h("p", { class: "status", role: "status", "data-testid": "said" });
  private readonly failed = h("p", { class: "error", role: "alert" });
  private readonly progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the run" });
  private readonly view = new View(1);
  private readonly strips: Strips;
  private readonly example: Example;
  private readonly controls: Control[];
  private readonly elements: Changeable[];
  private readonly title: string;
  private readonly soon = debounce(REST_MS, () => void this.run());
  private readonly stops: (() => void)[];

  constructor(
    private readonly model: Model,
    runner: Runner,
  ) {
    this.title = String(model.get("title"));
    this.controls = model.get("controls") as Control[];
    this.example = new Example(runner, "run", String(model.get("scenario")), this.controls);
    this.strips = new Strips(this.view, this.example);
    this.strips.onError = (failure) => this.fail(failure);
    this.elements = this.controls.map((one, index) => changeable(one, (at) => this.changed(index, at)));
    this.box = this.made();
    const updated = (): void => this.updated();
    model.on("change:value", updated);
    this.stops = [
      followTheme(this.box, () => this.strips.rebuild()),
      keepKeys(this.box),
      () => model.off("change:value", updated),
    ];
    this.follow();
  }

  destroy(): void {
    for (const stop of this.stops) stop();
    this.strips.destroy();
  }

  /** Show the results that came along; without any, or if others are chosen meanwhile, make them here. */
  async begin(): Promise<void> {
    const results = this.model.get("results");
    const isOther = this.controls.some(({ at }, index) => this.example.chosen[index] !== at);
    if (isOther || !(results instanceof DataView) || results.byteLength === 0) return this.run();
    this.show(await this.example.take(await unpacked(octetsOf(results))));
  }

  fail(failure: unknown): void {
    this.progress.hidden = true;
    this.status.textContent = "";
    this.failed.textContent = failure instanceof Error ? failure.message : String(failure);
    this.box.dataset["state"] = "failed";
  }

  private made(): HTMLElement {
    const { strips, title, view } = this;
    const save = (name: string, make: () => Blob | Promise<Blob>): HTMLElement =>
      button(name, () => void Promise.resolve(make()).then((blob) => download(blob, `cellwise.${name.toLowerCase()}`)));
    const saves = h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Save" },
      save("CSV", () => strips.csv()),
      save("SVG", () => strips.svg(title)),
      save("PNG", () => strips.png(title)),
    );
    const elements = this.elements.map(({ element }) => element);
    return h(
      "div",
      { class: "cellwise-widget", "data-state": "running" },
      h("h3", {}, title),
      elements.length ? h("div", { class: "cw-controls", role: "group", "aria-label": "Settings" }, elements) : null,
      this.progress,
      this.status,
      this.failed,
      new Player(view).element,
      h("div", { class: "toolbar" }, zoomButtons(view), saves),
      strips.element,
    );
  }

  private async run(): Promise<void> {
    this.progress.value = 0;
    this.progress.hidden = false;
    this.box.dataset["state"] = "running";
    this.failed.textContent = "";
    this.status.textContent = "Running in this page…";
    try {
      const ran = await this.example.run((share) => (this.progress.value = share));
      if (ran) this.show(ran);
    } catch (failure) {
      this.fail(failure);
    }
  }

  private show(ran: RunInfo): void {
    const end_s = ran.simulated_s ?? 1;
    this.progress.hidden = true;
    this.view.setEnd(end_s);
    this.strips.setCurves(ran.series.map((info) => ({ run: "run", label: this.title, rank: 0, info })));
    this.status.textContent = [numbers(ran), ran.stopped ?? ""].join(" ").trim();
    this.box.dataset["state"] = "done";
  }

  /** A reader has chosen another value: the run is made again, and Python knows of it where it runs. */
  private changed(index: number, at: number): void {
    this.example.chosen[index] = at;
    this.model.set("value", this.value());
    this.model.save_changes();
    this.soon();
  }

  /** Python has chosen other values. */
  private updated(): void {
    if (this.follow()) this.soon();
  }

  /** Show the values that the model has; whether they are others. */
  private follow(): boolean {
    const value = this.model.get("value") as Chosen;
    let isOther = false;
    this.controls.forEach(({ paths, values }, index) => {
      const at = values.indexOf(value[paths[0] ?? ""] ?? "");
      if (at < 0 || at === this.example.chosen[index]) return;
      this.example.chosen[index] = at;
      this.elements[index]?.choose(at);
      isOther = true;
    });
    return isOther;
  }

  private value(): Chosen {
    return Object.fromEntries(
      this.controls.map(({ paths, values }, index) => [paths[0] ?? "", values[this.example.chosen[index] ?? 0] ?? ""]),
    );
  }
}

async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  const octets = simulatorOf(model);
  const script = new URL(URL.createObjectURL(new Blob([worker], { type: "text/javascript" })));
  // A place without a simulator reports it as one does whose simulator cannot start.
  const runner = new Runner(script, await octets.catch(() => new ArrayBuffer(0)));
  const shown = new Shown(model, runner);
  el.append(shown.box);
  octets.then(() => shown.begin()).catch((failure: unknown) => shown.fail(failure));
  return () => {
    shown.destroy();
    runner.end();
    URL.revokeObjectURL(script.href);
  };
}

export default { render };
