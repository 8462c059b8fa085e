/** What the strips show, as data, and that as CSV and SVG: pure functions, the same for page and widget. */

import { plain, round } from "../base/quantity.ts";
import { held, type Points } from "./curves.ts";

export interface PictureCurve {
  run: string;
  target: string;
  quantity: string;
  unit: string;
  stepped: boolean;
  colour: string;
  dash: number[];
  points: Points;
}

export interface PictureStrip {
  title: string;
  from_s: number;
  to_s: number;
  low: number;
  high: number;
  curves: PictureCurve[];
  lines: { name: string; value: number; colour: string }[];
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Every point that is drawn, one row each. */
export function csvOf(strips: PictureStrip[]): string {
  const rows = ["run,quantity,target,unit,time_s,value"];
  for (const strip of strips) {
    for (const { run, quantity, target, unit, points } of strip.curves) {
      const head = [run, quantity, target, unit].map(quoted).join(",");
      points.time_s.forEach((time, at) => {
        if (time >= strip.from_s && time <= strip.to_s) rows.push(`${head},${time},${points.value[at]}`);
      });
    }
  }
  return `${rows.join("\n")}\n`;
}

/** About `count` round values from `low` to `high`. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(count, 1);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const found: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1)
    found.push(round(at * step, 12));
  return found;
}

const PAD = { left: 70, right: 14, top: 24, bottom: 6 };
const HEIGHT = 190;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The line of a curve in pixels, cut at the sides of the picture. */
function pathOf(curve: PictureCurve, until_s: number, x: (s: number) => number, y: (v: number) => number): string {
  const steps: string[] = [];
  let before: number | undefined;
  const points = curve.stepped ? held(curve.points, until_s) : curve.points;
  points.time_s.forEach((time, at) => {
    const value = points.value[at] ?? NaN;
    if (curve.stepped && before !== undefined) steps.push(`L${fixed(x(time))} ${fixed(before)}`);
    // A value that is no number is a gap.
    if (!Number.isFinite(value)) return void (before = undefined);
    const here = y(value);
    steps.push(`${before === undefined ? "M" : "L"}${fixed(x(time))} ${fixed(here)}`);
    before = here;
  });
  return steps.join("");
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function stripSvg(
  strip: PictureStrip,
  top: number,
  width: number,
  ink: { text: string; grid: string },
  clip: string,
): string {
  const right = width - PAD.right;
  const bottom = top + HEIGHT - PAD.bottom;
  const x = (s: number): number => PAD.left + ((s - strip.from_s) / (strip.to_s - strip.from_s)) * (right - PAD.left);
  const y = (v: number): number =>
    bottom - ((v - strip.low) / (strip.high - strip.low || 1)) * (bottom - top - PAD.top);
  const parts = [`<text x="${PAD.left}" y="${top + 15}" font-weight="bold">${escaped(strip.title)}</text>`];
  for (const tick of ticks(strip.low, strip.high, 5)) {
    parts.push(
      `<line x1="${PAD.left}" x2="${right}" y1="${fixed(y(tick))}" y2="${fixed(y(tick))}" stroke="${ink.grid}"/>`,
    );
    parts.push(`<text x="${PAD.left - 6}" y="${fixed(y(tick) + 4)}" text-anchor="end">${plain(tick)}</text>`);
  }
  parts.push(
    `<clipPath id="${clip}"><rect x="${PAD.left}" y="${top + PAD.top - 2}" width="${right - PAD.left}" height="${bottom - top - PAD.top + 4}"/></clipPath>`,
  );
  for (const line of strip.lines) {
    parts.push(
      `<line x1="${PAD.left}" x2="${right}" y1="${fixed(y(line.value))}" y2="${fixed(y(line.value))}" stroke="${line.colour}" stroke-dasharray="2 4" clip-path="url(#${clip})"><title>${escaped(line.name)}</title></line>`,
    );
  }
  for (const curve of strip.curves) {
    const dash = curve.dash.length ? ` stroke-dasharray="${curve.dash.join(" ")}"` : "";
    parts.push(
      `<path d="${pathOf(curve, strip.to_s, x, y)}" fill="none" stroke="${curve.colour}" stroke-width="1.4"${dash} clip-path="url(#${clip})"><title>${escaped(`${curve.run}: ${curve.quantity} of ${curve.target}`)}</title></path>`,
    );
  }
  return parts.join("\n");
}

/** A legend line for each curve that looks different. */
function legendSvg(strips: PictureStrip[], top: number, text: string): { svg: string; height: number } {
  const shown = new Map<string, PictureCurve>();
  for (const curve of strips.flatMap((strip) => strip.curves))
    shown.set(`${curve.run}: ${curve.quantity} of ${curve.target}`, curve);
  const lines = [...shown].map(([name, curve], at) => {
    const y = top + 14 + at * 16;
    const dash = curve.dash.length ? ` stroke-dasharray="${curve.dash.join(" ")}"` : "";
    return `<line x1="${PAD.left}" x2="${PAD.left + 28}" y1="${y - 4}" y2="${y - 4}" stroke="${curve.colour}" stroke-width="2"${dash}/><text x="${PAD.left + 34}" y="${y}" fill="${text}">${escaped(name)}</text>`;
  });
  return { svg: lines.join("\n"), height: lines.length * 16 + 20 };
}

/** All strips under each other, with one axis of time and a legend, as an SVG file. */
export function svgOf(
  strips: PictureStrip[],
  title: string,
  width = 900,
  ink = { text: "#333333", grid: "#dddddd", back: "#ffffff" },
): string {
  const axis = 30 + strips.length * HEIGHT;
  const legend = legendSvg(strips, axis + 40, ink.text);
  const first = strips[0];
  const right = width - PAD.right;
  const times = first
    ? ticks(first.from_s, first.to_s, 8).map((tick) => {
        const x = PAD.left + ((tick - first.from_s) / (first.to_s - first.from_s)) * (right - PAD.left);
        return `<text x="${fixed(x)}" y="${axis + 14}" text-anchor="middle">${plain(tick)}</text>`;
      })
    : [];
  const height = axis + 40 + legend.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="${ink.text}">`,
    `<rect width="100%" height="100%" fill="${ink.back}"/>`,
    `<text x="${PAD.left}" y="20" font-size="14">${escaped(title)}</text>`,
    ...strips.map((strip, at) => stripSvg(strip, 30 + at * HEIGHT, width, ink, `clip${at}`)),
    ...times,
    `<text x="${(PAD.left + right) / 2}" y="${axis + 32}" text-anchor="middle">time, s</text>`,
    legend.svg,
    "</svg>\n",
  ].join("\n");
}
