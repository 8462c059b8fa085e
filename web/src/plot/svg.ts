/** The content of the strips as an SVG file: curves, legends, axes, thresholds and marks, as on the screen. */

import { meanLine, outlines, SHADE } from "./band.ts";
import { held } from "./curves.ts";
import { type Mark, placed } from "./overlay.ts";
import { type PictureCurve, type PictureStrip, ticks } from "./picture.ts";
import { fixedBy, short } from "./text.ts";

export interface Ink {
  text: string;
  grid: string;
  alarm: string;
  back: string;
}

const PAD = { left: 64, right: 14 };
const PLOT = 140;
const LINE = 16;
const SWATCH = 34;
/** How wide a letter is on average, and how far a key of the legend is from the next; in pixels. */
const LETTER = 6.4;
const GAP = 18;
const MARK = 4;
/** How far apart numbers of the axis of time are at least. */
const TICK = 60;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The line of a curve in pixels, cut at the sides of the picture. */
function pathOf(curve: PictureCurve, until_s: number, x: (s: number) => number, y: (v: number) => number): string {
  const steps: string[] = [];
  let before: number | undefined;
  const points = curve.band ? held(meanLine(curve.band), until_s) : curve.stepped ? held(curve.points, until_s) : curve.points;
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

/** The band of a curve that flickers. */
function bandSvg({ band, colour }: PictureCurve, { x, y }: Frame): string {
  const path = band
    ? outlines(band).map((one) => `M${one.map(([time_s, value]) => `${fixed(x(time_s))} ${fixed(y(value))}`).join("L")}Z`)
    : [];
  if (path.length === 0) return "";
  return `<path class="band" d="${path.join("")}" fill="${colour}" fill-opacity="${SHADE.inside}" stroke="${colour}" stroke-opacity="${SHADE.outline}" stroke-width="0.7"/>`;
}

function dashed({ dash }: PictureCurve): string {
  return dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
}

/** The keys of a strip in as many lines as they need. */
function legend(strip: PictureStrip, top: number, width: number): { svg: string[]; height: number } {
  let x = PAD.left;
  let y = top;
  const place = (wide: number): void => {
    if (x > PAD.left && x + wide > width - PAD.right) [x, y] = [PAD.left, y + LINE];
  };
  const keys = strip.curves.map((curve) => {
    const wide = SWATCH + curve.name.length * LETTER;
    place(wide);
    const line = `<line x1="${fixed(x)}" x2="${fixed(x + 26)}" y1="${y - 4}" y2="${y - 4}" stroke="${curve.colour}" stroke-width="2.5"${dashed(curve)}/>`;
    const text = `<text class="key" x="${fixed(x + SWATCH)}" y="${y}">${escaped(curve.name)}</text>`;
    x += wide + GAP;
    return line + text;
  });
  if (strip.more) {
    place(strip.more.length * LETTER);
    keys.push(`<text x="${fixed(x)}" y="${y}">${escaped(strip.more)}</text>`);
  }
  return { svg: keys, height: keys.length ? y - top + LINE : 0 };
}

/** A cross for what was lost, a triangle for what was sent again. */
function markSvg({ kind, text }: Mark, x: number, y: number, ink: Ink): string {
  const [left, right, up, down] = [x - MARK, x + MARK, y - MARK, y + MARK].map(fixed);
  const path =
    kind === "lost"
      ? `M${left} ${up}L${right} ${down}M${left} ${down}L${right} ${up}`
      : `M${fixed(x)} ${up}L${right} ${down}L${left} ${down}Z`;
  return `<path class="${kind}" d="${path}" fill="none" stroke="${ink.alarm}" stroke-width="1.6"><title>${escaped(text)}</title></path>`;
}

/** The axes of a strip: lines with numbers, and what the horizontal one is. */
function axes(strip: PictureStrip, frame: Frame, ink: Ink): string[] {
  const { x, y, left, right, top, bottom } = frame;
  const times = ticks(strip.from_s, strip.to_s, Math.max(2, Math.floor((right - left) / TICK)));
  const step = (times[1] ?? strip.to_s) - (times[0] ?? strip.from_s);
  return [
    ...ticks(strip.low, strip.high, 4).map(
      (tick) =>
        `<line x1="${left}" x2="${right}" y1="${fixed(y(tick))}" y2="${fixed(y(tick))}" stroke="${ink.grid}"/><text x="${left - 6}" y="${fixed(y(tick) + 4)}" text-anchor="end">${short(tick)}</text>`,
    ),
    ...times.map(
      (tick) =>
        `<line x1="${fixed(x(tick))}" x2="${fixed(x(tick))}" y1="${fixed(top)}" y2="${fixed(bottom)}" stroke="${ink.grid}"/><text x="${fixed(x(tick))}" y="${fixed(bottom + 15)}" text-anchor="middle">${fixedBy(tick, step)}</text>`,
    ),
    `<text x="${fixed((left + right) / 2)}" y="${fixed(bottom + 30)}" text-anchor="middle">time, s</text>`,
  ];
}

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x(time_s: number): number;
  y(value: number): number;
}

function frameOf(strip: PictureStrip, top: number, width: number): Frame {
  const [left, right, bottom] = [PAD.left, width - PAD.right, top + PLOT];
  return {
    left,
    right,
    top,
    bottom,
    x: (s) => left + ((s - strip.from_s) / (strip.to_s - strip.from_s || 1)) * (right - left),
    y: (v) => bottom - ((v - strip.low) / (strip.high - strip.low || 1)) * PLOT,
  };
}

/** Words in lines of so many letters. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** One strip that begins at a height, and how high it is. */
function stripSvg(
  strip: PictureStrip,
  top: number,
  width: number,
  ink: Ink,
  clip: string,
): { svg: string[]; height: number } {
  const keys = legend(strip, top + 34, width);
  const frame = frameOf(strip, top + 24 + keys.height, width);
  const { x, y, left, right, bottom } = frame;
  const inside = [
    ...strip.curves.map((curve) => bandSvg(curve, frame)),
    ...strip.curves.map(
      (curve) =>
        `<path d="${pathOf(curve, strip.to_s, x, y)}" fill="none" stroke="${curve.colour}" stroke-width="1.4"${dashed(curve)}><title>${escaped(`${curve.run}: ${curve.quantity} of ${curve.target}`)}</title></path>`,
    ),
    ...placed(strip.lines, y, 13).map(
      ({ name, y: at, beside }) =>
        `<line x1="${left}" x2="${right}" y1="${fixed(at)}" y2="${fixed(at)}" stroke="${ink.text}" stroke-dasharray="2 4"/><text class="threshold" x="${fixed(right - 4 - beside)}" y="${fixed(at - 3)}" text-anchor="end" font-size="11">${escaped(name)}</text>`,
    ),
    ...strip.marks
      .filter(({ time_s }) => time_s >= strip.from_s && time_s <= strip.to_s)
      .map((mark) => markSvg(mark, x(mark.time_s), y(mark.value), ink)),
  ];
  const notes = wrapped(strip.note, (right - left) / LETTER).map(
    (line, at) => `<text x="${left}" y="${bottom + 48 + at * LINE}">${escaped(line)}</text>`,
  );
  return {
    svg: [
      `<text x="${left}" y="${top + 15}" font-weight="bold">${escaped(strip.title)}</text>`,
      ...keys.svg,
      ...axes(strip, frame, ink),
      `<clipPath id="${clip}"><rect x="${left}" y="${frame.top - 2}" width="${right - left}" height="${PLOT + 4}"/></clipPath>`,
      `<g clip-path="url(#${clip})">`,
      ...inside,
      "</g>",
      ...notes,
    ],
    height: bottom - top + 46 + notes.length * LINE,
  };
}

/** All strips under each other, each with its legend and its axes, as an SVG file. */
export function svgOf(strips: PictureStrip[], title: string, ink: Ink, width = 900): string {
  let top = 34;
  const drawn = strips.flatMap((strip, at) => {
    const { svg, height } = stripSvg(strip, top, width, ink, `clip${at}`);
    top += height;
    return svg;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" font-family="system-ui, sans-serif" font-size="12" fill="${ink.text}">`,
    `<rect width="100%" height="100%" fill="${ink.back}"/>`,
    `<text x="${PAD.left}" y="22" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}
