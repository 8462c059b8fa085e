/** The same strips in a notebook: an anywidget whose points come from Python. */

import "uplot/dist/uPlot.min.css";
import "./style/widget.css";
import "./style/strips.css";
import { button, h } from "./base/dom.ts";
import { isDark } from "./base/palette.ts";
import type { Curve, Points } from "./plot/curves.ts";
import { download, Strips, zoomButtons } from "./plot/strips.ts";
import { View } from "./plot/view.ts";
import { Player } from "./run/player.ts";
import type { SeriesInfo } from "./types.ts";

/** What of anywidget's model is used here. */
interface Model {
  get(name: string): unknown;
  on(event: string, listener: (...given: unknown[]) => void): void;
  off(event: string, listener: (...given: unknown[]) => void): void;
  send(content: unknown): void;
}

interface Answer {
  ask: number;
  error?: string;
}

/** A kernel that has not answered after so long is busy with something else, or gone. */
const PATIENCE_MS = 5000;

/** Points by messages: every question has a number, and the answer has it too. */
class Asker {
  /** Told when an answer is overdue. */
  onSlow: () => void = () => undefined;
  private asked = 0;
  private readonly waiting = new Map<number, { resolve: (points: Points) => void; reject: (why: Error) => void }>();
  private readonly listener = (content: unknown, buffers: unknown): void =>
    this.answered(content as Answer, buffers as DataView[]);

  constructor(private readonly model: Model) {
    model.on("msg:custom", this.listener);
  }

  stop(): void {
    this.waiting.clear();
    this.model.off("msg:custom", this.listener);
  }

  points(curve: Curve, from_s: number, to_s: number, columns: number, signal: AbortSignal): Promise<Points> {
    const ask = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(ask, { resolve, reject });
      setTimeout(() => this.waiting.has(ask) && this.onSlow(), PATIENCE_MS);
      signal.addEventListener("abort", () => this.waiting.delete(ask) && reject(new Error("not needed any more")));
      this.model.send({ ask, index: curve.info.index, from_s, to_s, columns });
    });
  }

  private answered({ ask, error }: Answer, buffers: DataView[]): void {
    const waiting = this.waiting.get(ask);
    this.waiting.delete(ask);
    if (error !== undefined) return waiting?.reject(new Error(error));
    const [time_s, value] = buffers.map(floats);
    if (time_s && value) waiting?.resolve({ time_s, value });
  }
}

/** Numbers of eight octets from a buffer that may begin anywhere. */
function floats(view: DataView): Float64Array {
  return new Float64Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
}

/** Keep a box as dark or light as what is around it; `changed` hears of every change. Returns how to stop. */
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
 * d delete no cell. JupyterLab looks at the element itself, before anybody inside hears of the key. Returns how to stop.
 */
function keepKeys(box: HTMLElement): () => void {
  const keep = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (target instanceof Element && box.contains(target))
      target.toggleAttribute("data-lm-suppress-shortcuts", !(ctrlKey || metaKey || altKey));
  };
  addEventListener("keydown", keep, true);
  return () => removeEventListener("keydown", keep, true);
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const title = String(model.get("title"));
  const view = new View(Number(model.get("end_s")));
  const asker = new Asker(model);
  const strips = new Strips(view, (...question) => asker.points(...question));
  const failed = h("p", { class: "error", role: "alert" });
  strips.onError = (failure) => (failed.textContent = failure instanceof Error ? failure.message : String(failure));
  strips.onDrawn = () => (failed.textContent = "");
  asker.onSlow = () => (failed.textContent = "The kernel is busy or gone: the plot does not show what was requested.");
  const save = (name: string, make: () => Blob | Promise<Blob>): HTMLElement =>
    button(name, () => void Promise.resolve(make()).then((blob) => download(blob, `cellwise.${name.toLowerCase()}`)));
  const saves = h(
    "div",
    { class: "buttons", role: "group", "aria-label": "Save" },
    save("CSV", () => strips.csv()),
    save("SVG", () => strips.svg(title)),
    save("PNG", () => strips.png(title)),
  );
  const box = h(
    "div",
    { class: "cellwise-widget" },
    h("h3", {}, title),
    new Player(view).element,
    h("div", { class: "toolbar" }, zoomButtons(view), saves),
    failed,
    strips.element,
  );
  el.append(box);
  const stops = [followTheme(box, () => strips.rebuild()), keepKeys(box)];
  const series = model.get("series") as SeriesInfo[];
  strips.setCurves(series.map((info) => ({ run: "run", label: title, rank: 0, info })));
  return () => {
    for (const stop of stops) stop();
    asker.stop();
    strips.destroy();
  };
}

export default { render };
