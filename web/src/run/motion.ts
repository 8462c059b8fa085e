/** Cells and packets that move along the links of the network, in slow time. */

import { button, h } from "../base/dom.ts";
import { colour, ink } from "../base/palette.ts";
import { seconds } from "../base/quantity.ts";
import { download } from "../plot/strips.ts";
import type { View } from "../plot/view.ts";
import type { Topology } from "../types.ts";
import { along, type Moves, type Part, partAt } from "./moves.ts";
import type { Place } from "./networkshapes.ts";
import { fileName } from "./share.ts";
import { paintNetwork } from "./snapshot.ts";

const HUES = [0, 1, 2, 4, 5, 6];
/** Sizes in pixels, how far something falls, and which part of the shown time that takes. */
const CELL = 4;
const PACKET = 7;
const BESIDE = 4;
const DEPTH = 34;
const FALLING = 0.05;
const FRAMES_PER_S = 60;

/** The network without its moving parts, and where its links begin and end. */
export interface Ground {
  picture(): SVGSVGElement | null;
  ends(from: string, to: string): [Place, Place] | null;
}

export interface MotionActions {
  load(part: Part): Promise<Moves>;
  play(): void;
  title(): string;
}

export class Motion {
  readonly canvas = h("canvas", {
    class: "moving",
    role: "img",
    "aria-label": "Cells and packets on links",
    "data-testid": "moving",
  });
  readonly element: HTMLElement;
  private readonly status = h("span", { class: "help", role: "status", "data-testid": "motion-said" });
  private readonly start = button("Follow each packet from here", () => void this.load(), { "data-testid": "motion" });
  private readonly frame = button("Save frame", () => void this.saveFrame(), { hidden: true, "data-testid": "save-frame" });
  private readonly clip = button("Save clip", () => void this.saveClip(), { hidden: true, "data-testid": "save-clip" });
  private topology: Topology | null = null;
  private moves: Moves | null = null;
  private part: Part | null = null;

  constructor(
    private readonly view: View,
    private readonly ground: Ground,
    private readonly actions: MotionActions,
  ) {
    this.element = h("div", { class: "motion buttons" }, this.start, this.frame, this.clip, this.status);
    view.at.on(() => this.draw());
  }

  /** Another network, with nothing on its links yet. */
  show(topology: Topology | null): void {
    this.topology = topology;
    this.element.hidden = !topology || topology.nodes.length === 0;
    const hasPackets = topology?.links.some(({ kind }) => kind !== "atm");
    this.start.textContent = `Follow each ${hasPackets ? "packet" : "cell"} from here`;
    this.forget();
  }

  private forget(): void {
    this.moves = this.part = null;
    this.frame.hidden = this.clip.hidden = true;
    this.status.textContent = "";
    this.draw();
  }

  private async load(): Promise<void> {
    if (!this.topology) return;
    const part = partAt(this.topology, this.view.at.value, this.view.end_s);
    this.start.disabled = true;
    this.status.textContent = "Running again with every cell and packet recorded …";
    try {
      this.moves = await this.actions.load(part);
      this.part = part;
      this.frame.hidden = false;
      this.clip.hidden = typeof MediaRecorder === "undefined";
      this.status.textContent = motionText(this.moves, part);
      this.view.show(part.from_s, part.to_s);
      this.view.at.set(part.from_s);
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.actions.play();
    } catch (failure) {
      this.status.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      this.start.disabled = false;
    }
  }

  /** Draw the instant over the network. */
  draw(): void {
    const picture = this.ground.picture();
    const ctx = this.canvas.getContext("2d");
    if (!picture || !ctx) return;
    const [width, height] = [Number(picture.getAttribute("width")), Number(picture.getAttribute("height"))];
    const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    if (this.canvas.width !== wide || this.canvas.height !== high) [this.canvas.width, this.canvas.height] = [wide, high];
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const drawn = this.paint(ctx);
    this.canvas.dataset["drawn"] = String(drawn);
  }

  /** Paint what is on its way; returns how much that is. */
  private paint(ctx: CanvasRenderingContext2D): number {
    const { moves, part } = this;
    const at_s = this.view.at.value;
    if (!moves || !part || at_s < part.from_s || at_s > part.to_s) return 0;
    const { ground } = this;
    const hues = HUES.map((hue) => colour(hue));
    let drawn = 0;
    for (const move of moves.moves) {
      if (move.leaves_s > at_s) break;
      const share = along(move, at_s);
      const ends = share === null ? null : ground.ends(move.from, move.to);
      if (share === null || !ends) continue;
      const { x, y } = between(...ends, share);
      const size = move.isCell ? CELL : PACKET;
      ctx.fillStyle = hues[move.hue % hues.length] ?? "";
      ctx.fillRect(x - size / 2, y - size / 2, size, size);
      drawn += 1;
    }
    ctx.strokeStyle = ink().alarm;
    ctx.lineWidth = 2;
    for (const { from, to, time_s } of moves.falls) {
      const share = (at_s - time_s) / (FALLING * (part.to_s - part.from_s));
      const ends = share >= 0 && share <= 1 ? ground.ends(from, to) : null;
      if (ends) paintFall(ctx, ends[0], share);
    }
    return drawn;
  }

  /** Everything as one picture. */
  private async whole(): Promise<{ sheet: HTMLCanvasElement; paint: () => void }> {
    const picture = this.ground.picture();
    if (!picture) throw new Error("There is no network to save.");
    const ground = await paintNetwork(picture);
    const sheet = h("canvas", { width: this.canvas.width, height: this.canvas.height });
    const ctx = sheet.getContext("2d");
    if (!ctx) throw new Error("This browser has no canvas.");
    const paint = (): void => {
      ctx.fillStyle = ink().back;
      ctx.fillRect(0, 0, sheet.width, sheet.height);
      ctx.drawImage(ground, 0, 0, sheet.width, sheet.height);
      ctx.drawImage(this.canvas, 0, 0);
      ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
      ctx.fillStyle = ink().text;
      ctx.fillText(seconds(this.view.at.value, 6), 8 * devicePixelRatio, sheet.height - 8 * devicePixelRatio);
    };
    paint();
    return { sheet, paint };
  }

  private async saveFrame(): Promise<void> {
    const { sheet } = await this.whole();
    sheet.toBlob((blob) => blob && download(blob, `${fileName(this.actions.title())}.png`), "image/png");
  }

  /** Play the part from its beginning, and record it. */
  private async saveClip(): Promise<void> {
    const { part } = this;
    if (!part) return;
    const { sheet, paint } = await this.whole();
    const recorder = new MediaRecorder(sheet.captureStream(FRAMES_PER_S), { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onstop = () => {
      this.clip.disabled = false;
      this.status.textContent = this.moves ? motionText(this.moves, part) : "";
      download(new Blob(pieces, { type: "video/webm" }), `${fileName(this.actions.title())}.webm`);
    };
    this.clip.disabled = true;
    this.status.textContent = "Recording …";
    recorder.start();
    this.view.at.set(part.from_s);
    this.actions.play();
    const step = (): void => {
      paint();
      // A visitor who goes elsewhere ends the clip.
      const at_s = this.view.at.value;
      if (at_s >= part.to_s || at_s < part.from_s || this.part !== part) recorder.stop();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

/** A place on a link; each direction has its own side of the wire. */
function between(from: Place, to: Place, share: number): Place {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + share * (to.x - from.x) - ((to.y - from.y) / length) * BESIDE,
    y: from.y + share * (to.y - from.y) + ((to.x - from.x) / length) * BESIDE,
  };
}

/** A cross that falls from the port that dropped it, for a while. */
function paintFall(ctx: CanvasRenderingContext2D, { x, y: top }: Place, share: number): void {
  const y = top + DEPTH * share * share;
  ctx.globalAlpha = 1 - 0.7 * share;
  ctx.beginPath();
  ctx.moveTo(x - 4, y - 4);
  ctx.lineTo(x + 4, y + 4);
  ctx.moveTo(x + 4, y - 4);
  ctx.lineTo(x - 4, y + 4);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** The count of pieces and drops, in words. */
export function motionText({ moves, falls }: Moves, { from_s, to_s }: Part): string {
  const seen = moves.filter((one) => one.arrives_s >= from_s && one.leaves_s <= to_s);
  const cells = seen.filter((one) => one.isCell).length;
  const counts = [
    [cells, "cell"],
    [seen.length - cells, "packet"],
  ] as const;
  const texts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`);
  const fallen = falls.filter(({ time_s }) => time_s >= from_s && time_s <= to_s).length;
  const what = texts.length ? `${texts.join(" and ")} on links` : "Nothing on links";
  return `${what} from ${seconds(from_s, 6)} to ${seconds(to_s, 6)}${fallen ? `; ${fallen} dropped` : ""}. Play shows it slowly.`;
}
