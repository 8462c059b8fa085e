/** The part of simulated time that all plots show together, the chosen instant, and where the pointer is. */

import { Signal } from "../base/signal.ts";

export interface Window {
  from_s: number;
  to_s: number;
}

/** No closer than this; the simulator counts picoseconds, a cell at 155 Mbit/s takes 2.7 us. */
const LEAST_S = 1e-8;

export class View {
  readonly window: Signal<Window>;
  /** The scrub bar's instant. */
  readonly at: Signal<number>;
  readonly hover = new Signal<number | null>(null);
  private whole: Window;

  constructor(end_s: number) {
    this.whole = { from_s: 0, to_s: end_s };
    this.window = new Signal(this.whole);
    this.at = new Signal(0);
  }

  get end_s(): number {
    return this.whole.to_s;
  }

  /** Another length of simulated time; a view of the whole stays one. */
  setEnd(end_s: number): void {
    if (end_s === this.whole.to_s) return;
    const wasWhole = this.isWhole;
    this.whole = { from_s: 0, to_s: end_s };
    if (wasWhole || this.window.value.from_s >= end_s) this.window.set(this.whole);
    if (this.at.value > end_s) this.at.set(end_s);
  }

  get isWhole(): boolean {
    const { from_s, to_s } = this.window.value;
    return from_s <= this.whole.from_s && to_s >= this.whole.to_s;
  }

  show(from_s: number, to_s: number): void {
    const width = Math.min(Math.max(to_s - from_s, LEAST_S), this.whole.to_s);
    const from = Math.min(Math.max(from_s, 0), this.whole.to_s - width);
    this.window.set({ from_s: from, to_s: from + width });
  }

  /** Show `factor` times as much, around the scrub bar's instant if that is in view, else the middle. */
  zoom(factor: number): void {
    const { from_s, to_s } = this.window.value;
    const at = this.at.value;
    const around = at > from_s && at < to_s ? at : (from_s + to_s) / 2;
    this.show(around - (around - from_s) * factor, around + (to_s - around) * factor);
  }

  /** Move by a part of the shown time; negative is earlier. */
  pan(part: number): void {
    const { from_s, to_s } = this.window.value;
    const by = (to_s - from_s) * part;
    this.show(from_s + by, to_s + by);
  }

  reset(): void {
    this.window.set(this.whole);
  }
}
