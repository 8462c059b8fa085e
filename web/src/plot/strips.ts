/** The synchronised strips of some runs. */

import { button, h } from "../base/dom.ts";
import { ink } from "../base/palette.ts";
import { type Curve, families } from "./curves.ts";
import { csvOf, type PictureStrip, svgOf } from "./picture.ts";
import { type PointSource, Strip } from "./strip.ts";
import type { View } from "./view.ts";

let groups = 0;

export class Strips {
  readonly element = h("div", { class: "cw-strips", "data-testid": "strips" });
  private readonly strips = new Map<string, Strip>();
  private readonly sync: string;
  onError: (failure: unknown) => void = () => undefined;
  onTarget: (strip: Strip) => void = () => undefined;
  onDrawn: () => void = () => undefined;

  constructor(
    private readonly view: View,
    private readonly source: PointSource,
  ) {
    groups += 1;
    this.sync = `cellwise-${groups}`;
  }

  /** Show these curves; strips that stay keep what was chosen in them. */
  setCurves(curves: Curve[]): void {
    const wanted = families(curves);
    for (const [name, strip] of this.strips) {
      if (wanted.some((one) => one.family.name === name)) continue;
      strip.destroy();
      this.strips.delete(name);
    }
    for (const { family, curves: own } of wanted) {
      const strip = this.strips.get(family.name) ?? this.add(family);
      this.element.append(strip.element);
      strip.setCurves(own);
    }
  }

  private add(family: ConstructorParameters<typeof Strip>[0]): Strip {
    const strip = new Strip(family, this.view, this.source, this.sync);
    strip.onError = (failure) => this.onError(failure);
    strip.onTarget = () => this.onTarget(strip);
    strip.onDrawn = () => this.onDrawn();
    this.strips.set(family.name, strip);
    return strip;
  }

  get(name: string): Strip | undefined {
    return this.strips.get(name);
  }

  rebuild(): void {
    for (const strip of this.strips.values()) strip.rebuild();
  }

  destroy(): void {
    for (const strip of this.strips.values()) strip.destroy();
    this.strips.clear();
  }

  pictures(): PictureStrip[] {
    return [...this.strips.values()].map((strip) => strip.picture());
  }

  csv(): Blob {
    return new Blob([csvOf(this.pictures())], { type: "text/csv" });
  }

  svg(title: string): Blob {
    return new Blob([svgOf(this.pictures(), title)], { type: "image/svg+xml" });
  }

  /** The plots as they stand on the screen, under each other. */
  async png(title: string): Promise<Blob> {
    const shown = [...this.strips.values()].flatMap((strip) =>
      strip.canvas ? [{ title: strip.picture().title, canvas: strip.canvas }] : [],
    );
    const { text, back } = ink();
    const scale = devicePixelRatio;
    const head = 24 * scale;
    const sheet = document.createElement("canvas");
    sheet.width = Math.max(...shown.map((one) => one.canvas.width), 100);
    sheet.height = shown.reduce((sum, one) => sum + one.canvas.height + head, head * 1.5);
    const ctx = sheet.getContext("2d");
    if (!ctx) throw new Error("This browser has no canvas.");
    ctx.fillStyle = back;
    ctx.fillRect(0, 0, sheet.width, sheet.height);
    ctx.fillStyle = text;
    ctx.font = `bold ${14 * scale}px system-ui, sans-serif`;
    ctx.fillText(title, 8 * scale, head);
    let top = head * 1.5;
    ctx.font = `${12 * scale}px system-ui, sans-serif`;
    for (const one of shown) {
      ctx.fillText(one.title, 8 * scale, top + head * 0.7);
      ctx.drawImage(one.canvas, 0, top + head);
      top += one.canvas.height + head;
    }
    return new Promise((resolve, reject) =>
      sheet.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"),
    );
  }
}

/** Buttons that do what the pointer does on the plots. */
export function zoomButtons(view: View): HTMLElement {
  return h(
    "div",
    { class: "buttons", role: "group", "aria-label": "Part of the run that is shown" },
    button("Earlier", () => view.pan(-0.5), { "data-testid": "earlier" }),
    button("Later", () => view.pan(0.5), { "data-testid": "later" }),
    button("Zoom in", () => view.zoom(0.5), { "data-testid": "zoom-in" }),
    button("Zoom out", () => view.zoom(2), { "data-testid": "zoom-out" }),
    button("Whole run", () => view.reset(), { "data-testid": "zoom-reset" }),
  );
}

/** Hand a file to whoever looks at the page. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
