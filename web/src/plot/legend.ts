/** The legend of a strip: a button for each curve, with its line, its name and its value. */

import { button, fill, h, svg, type Child } from "../base/dom.ts";
import { colour, DASHES } from "../base/palette.ts";
import { type Curve, greatestAt, type Points, type Style } from "./curves.ts";
import { short } from "./text.ts";

export interface Key {
  curve: Curve;
  name: string;
  style: Style;
  shown: boolean;
}

export class Legend {
  readonly element = h("ul", { class: "legend" });

  /** `toggle` gets the curve to show or hide. */
  constructor(private readonly toggle: (at: number, shown: boolean) => void) {}

  show(keys: Key[], after: Child): void {
    fill(
      this.element,
      keys.map((key, at) => this.item(key, at)),
      after,
    );
  }

  private item({ curve, name, style, shown }: Key, at: number): HTMLElement {
    const dash = (DASHES[style.dash % DASHES.length] ?? []).join(" ");
    const line = svg("line", {
      x1: 0,
      x2: 26,
      y1: 5,
      y2: 5,
      stroke: colour(style.colour),
      "stroke-width": 2.5,
      "stroke-dasharray": dash,
    });
    const swatch = svg("svg", { width: 26, height: 10, "aria-hidden": "true" }, line);
    const key = button(
      [swatch, h("span", {}, name), h("span", { class: "value", "data-at": at })],
      () => {
        const pressed = key.getAttribute("aria-pressed") !== "true";
        key.setAttribute("aria-pressed", String(pressed));
        this.toggle(at, pressed);
      },
      {
        class: "key",
        "aria-pressed": String(shown),
        title: `${curve.label}: ${curve.info.quantity} of ${curve.info.target}`,
      },
    );
    return h("li", {}, key);
  }

  /** Show the values at an instant; where one column of pixels has several, the greatest. */
  values(points: Points[], at_s: number, column_s: number): void {
    for (const output of this.element.querySelectorAll<HTMLElement>(".value")) {
      const own = points[Number(output.dataset["at"])];
      const value = own ? greatestAt(own, at_s, column_s) : null;
      output.textContent = value === null ? "" : short(value);
    }
  }
}
