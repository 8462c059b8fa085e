/** The scrub bar and the play button. */

import { button, h, uid } from "../base/dom.ts";
import { seconds } from "../base/quantity.ts";
import type { View } from "../plot/view.ts";

/** How long what is in view should take, for the speed that is offered first. */
const GOOD_S = 20;
/** Places of the scrub bar, without the first one. */
export const STEPS = 1000;
const SPEEDS = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100];

export class Player {
  readonly element: HTMLElement;
  private readonly bar: HTMLInputElement;
  private readonly play: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly clock = h("span", { class: "clock", "data-testid": "clock" });
  private frame = 0;
  private before_ms = 0;
  private chosen = false;

  constructor(private readonly view: View) {
    const [barId, speedId] = [uid("scrub"), uid("speed")];
    this.bar = h("input", {
      id: barId,
      type: "range",
      min: 0,
      max: STEPS,
      step: 1,
      value: 0,
      class: "scrub",
      "data-testid": "scrub",
      oninput: () => this.scrubbed(),
      onkeydown: (event: KeyboardEvent) => this.key(event),
    });
    this.play = button("Play", () => this.toggle(), { "data-testid": "play", class: "primary" });
    this.speed = h(
      "select",
      { id: speedId, onchange: () => (this.chosen = true) },
      SPEEDS.map((one) => h("option", { value: one }, `${seconds(one)} per s`)),
    );
    this.element = h(
      "div",
      { class: "cw-player", role: "group", "aria-label": "Simulated time" },
      this.play,
      h("label", { for: barId, class: "visually-hidden" }, "Instant of simulated time"),
      this.bar,
      this.clock,
      h("label", { for: speedId }, "speed "),
      this.speed,
    );
    view.at.on(() => this.placed());
    view.window.on(() => (this.placed(), this.offerSpeed()));
    this.offerSpeed();
    this.placed();
  }

  get playing(): boolean {
    return this.frame !== 0;
  }

  private scrubbed(): void {
    const { from_s, to_s } = this.view.window.value;
    this.view.at.set(from_s + (Number(this.bar.value) / STEPS) * (to_s - from_s));
  }

  /** Escape goes back to the beginning; Space plays; the arrows, Home and End are the bar's own. */
  private key(event: KeyboardEvent): void {
    if (event.key === " ") this.toggle();
    else if (event.key === "Escape") {
      this.pause();
      this.view.at.set(this.view.window.value.from_s);
    } else return;
    event.preventDefault();
  }

  private placed(): void {
    const { from_s, to_s } = this.view.window.value;
    const at = this.view.at.value;
    this.bar.value = String(Math.round(((at - from_s) / (to_s - from_s)) * STEPS));
    const text = seconds(at, 6);
    this.clock.textContent = text;
    this.bar.setAttribute("aria-valuetext", text);
  }

  private offerSpeed(): void {
    if (this.chosen) return;
    const { from_s, to_s } = this.view.window.value;
    const wanted = (to_s - from_s) / GOOD_S;
    const best = SPEEDS.reduce((found, one) =>
      Math.abs(Math.log(one / wanted)) < Math.abs(Math.log(found / wanted)) ? one : found,
    );
    this.speed.value = String(best);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    const { from_s, to_s } = this.view.window.value;
    if (this.view.at.value < from_s || this.view.at.value >= to_s) this.view.at.set(from_s);
    this.before_ms = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
    this.play.textContent = "Pause";
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.play.textContent = "Play";
  }

  private tick(now_ms: number): void {
    const passed_s = ((now_ms - this.before_ms) / 1000) * Number(this.speed.value);
    this.before_ms = now_ms;
    const { to_s } = this.view.window.value;
    const at = Math.min(to_s, this.view.at.value + Math.max(0, passed_s));
    this.view.at.set(at);
    if (at >= to_s) return this.pause();
    this.frame = requestAnimationFrame((next) => this.tick(next));
  }
}
