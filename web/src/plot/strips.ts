/** The synchronised strips of some runs. */

import { button, h } from "../base/dom.ts";
import { ink, isDark } from "../base/palette.ts";
import { type Curve, families } from "./curves.ts";
import { csvOf, type PictureStrip } from "./picture.ts";
import type { PointSource } from "./source.ts";
import { Strip } from "./strip.ts";
import { svgOf } from "./svg.ts";
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

  private pictures(dark: boolean): PictureStrip[] {
    return [...this.strips.values()].map((strip) => strip.picture(dark));
  }

  csv(): Blob {
    return new Blob([csvOf(this.pictures(false))], { type: "text/csv" });
  }

  /** The visible part, on white. */
  svg(title: string): Blob {
    return this.drawn(title, false, SHEET);
  }

  /** The visible part, as wide and as dark or light as the page is. */
  async png(title: string): Promise<Blob> {
    const width = Math.max(LEAST_SHEET, Math.round(this.element.clientWidth));
    return toPng(this.drawn(title, isDark(), width));
  }

  private drawn(title: string, dark: boolean, width: number): Blob {
    return new Blob([svgOf(this.pictures(dark), title, ink(dark), width)], { type: "image/svg+xml" });
  }
}

/** Widths of pictures in pixels: of those on paper, and the least. */
const SHEET = 900;
const LEAST_SHEET = 360;
/** Pictures go into slides and documents, where they are larger than here. */
const SHARPNESS = 2;

/** Turn an SVG file into a PNG file. */
async function toPng(drawing: Blob): Promise<Blob> {
  const url = URL.createObjectURL(drawing);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.max(SHARPNESS, devicePixelRatio);
    const sheet = document.createElement("canvas");
    sheet.width = Math.round(image.width * scale);
    sheet.height = Math.round(image.height * scale);
    const ctx = sheet.getContext("2d");
    if (!ctx) throw new Error("This browser has no canvas.");
    ctx.drawImage(image, 0, 0, sheet.width, sheet.height);
    return await new Promise((resolve, reject) =>
      sheet.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
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

/** Give a file to the visitor of the page. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
