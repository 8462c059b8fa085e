/** Controls of single values: texts, choices, switches, numbers, quantities. */

import { h, type Child } from "../base/dom.ts";
import type { Json } from "../base/json.ts";
import { parseQuantity, plain, quantityText, type Unit } from "../base/quantity.ts";
import { type Context, type Place, valueOf } from "./context.ts";
import { rangeOf, type Range } from "./range.ts";
import type { Kind } from "./schema.ts";

export type Commit = (value: Json | undefined) => void;
export type Of<K extends Kind["is"]> = Extract<Kind, { is: K }>;

export function textControl(context: Context, place: Place, commit: Commit, id: string): HTMLElement {
  const value = valueOf(context, place);
  const input: HTMLInputElement = h("input", {
    id,
    type: "text",
    value: typeof value === "string" ? value : "",
    placeholder: "not set",
    onchange: () => commit(input.value === "" ? undefined : input.value),
  });
  return input;
}

/** A list to choose from; a value that is not set has a line of its own where there is no default. */
export function selectControl(
  id: string,
  options: { value: string; text: string }[],
  value: string | undefined,
  commit: (value: string | undefined) => void,
  none: string | null,
): HTMLSelectElement {
  const select: HTMLSelectElement = h(
    "select",
    { id, onchange: () => commit(select.value === "" ? undefined : select.value) },
    none === null ? null : h("option", { value: "" }, none),
    options.map((one) => h("option", { value: one.value, title: one.text }, one.value)),
  );
  select.value = value ?? "";
  return select;
}

export function choiceControl(
  kind: Of<"choice">,
  context: Context,
  place: Place,
  commit: Commit,
  id: string,
): HTMLElement {
  const value = valueOf(context, place);
  const none = place.field.default === undefined || place.inherits ? "not set" : null;
  const note = h("p", { class: "note" }, kind.options.find((one) => one.value === value)?.text);
  const select = selectControl(
    id,
    kind.options,
    typeof value === "string" ? value : undefined,
    (chosen) => {
      note.textContent = kind.options.find((one) => one.value === chosen)?.text ?? "";
      commit(chosen);
    },
    none,
  );
  return h("div", { class: "stack" }, select, note);
}

export function switchControl(context: Context, place: Place, commit: Commit, id: string): HTMLElement {
  const value = valueOf(context, place);
  if (value === undefined) {
    const options = ["true", "false"].map((one) => ({ value: one, text: "" }));
    return selectControl(
      id,
      options,
      undefined,
      (chosen) => commit(chosen === undefined ? undefined : chosen === "true"),
      "not set",
    );
  }
  const box: HTMLInputElement = h("input", {
    id,
    type: "checkbox",
    checked: value === true,
    onchange: () => commit(box.checked),
  });
  return box;
}

/** A slider next to a box: the slider commits when it is released. */
function sliderAndBox(
  id: string,
  label: string,
  box: HTMLInputElement,
  range: Range,
  value: number | null,
  commit: (value: number) => void,
  after: Child = null,
): HTMLElement {
  const slider: HTMLInputElement = h("input", {
    type: "range",
    min: 0,
    max: range.steps,
    step: 1,
    value: value === null ? Math.round(range.steps / 2) : range.toStep(value),
    "aria-label": `${label}, slider`,
    "data-testid": `slider-${label}`,
    oninput: () => {
      box.value = plain(range.toValue(Number(slider.value)));
      box.disabled = false;
      slider.setAttribute("aria-valuetext", box.value);
    },
    onchange: () => commit(range.toValue(Number(slider.value))),
  });
  slider.setAttribute("aria-valuetext", value === null ? "not set" : plain(value));
  box.addEventListener("change", () => {
    const typed = Number(box.value);
    if (box.value !== "" && Number.isFinite(typed)) slider.value = String(range.toStep(typed));
  });
  box.id = id;
  box.setAttribute("aria-label", label);
  return h("div", { class: "slider" }, slider, h("span", { class: "boxed" }, box, after));
}

export function numberControl(
  kind: Of<"number">,
  context: Context,
  place: Place,
  commit: Commit,
  id: string,
): HTMLElement {
  const value = valueOf(context, place);
  const number = typeof value === "number" ? value : null;
  const start = number ?? (typeof place.field.default === "number" ? place.field.default : (kind.min ?? 1));
  const range = rangeOf(start, kind.min, kind.max, kind.integer);
  const box: HTMLInputElement = h("input", {
    type: "number",
    step: kind.integer ? 1 : "any",
    value: number ?? "",
    placeholder: "not set",
    onchange: () => commit(box.value === "" ? undefined : Number(box.value)),
  });
  return sliderAndBox(id, place.field.name, box, range, number, commit);
}

/** Ways to write a threshold that are no unit. */
const PART = "of the buffer";
const ALL_BUT = "cells below full";

interface Reading {
  number: number | null;
  unit: string;
}

/** How a written quantity reads: a number and its unit, or a word instead of both. */
export function readQuantity(kind: Of<"quantity">, value: Json | undefined): Reading {
  const first = kind.units[0]?.name ?? "";
  if (typeof value === "number") return { number: value, unit: kind.ratio ? PART : first };
  if (typeof value !== "string") return { number: null, unit: first };
  const allBut = /^all but (.*)$/.exec(value);
  const parsed = parseQuantity(allBut?.[1] ?? value, kind.units);
  if (parsed) return { number: parsed.number, unit: allBut ? ALL_BUT : parsed.unit };
  return { number: null, unit: value };
}

/** The same quantity in another unit; where the units cannot be compared, a number to begin with. */
export function inUnit(units: Unit[], number: number, before: string, after: string): number {
  const [from, to] = [before, after].map((name) => units.find((one) => one.name === name)?.size);
  if (from !== undefined && to !== undefined) return Number(((number * from) / to).toPrecision(12));
  if (after === PART) return 0.9;
  return before === PART ? 100 : number;
}

/** The bounds of a number in a unit. */
export function boundsIn(kind: Of<"quantity">, unit: string): [number | null, number | null] {
  if (unit === PART) return [0, 1];
  const size = kind.units.find((one) => one.name === unit)?.size;
  const inIt = (bound: number | null): number | null => (bound === null || size === undefined ? null : bound / size);
  return [inIt(kind.min), inIt(kind.max)];
}

/** The form of a number and a unit in a scenario. */
export function writeQuantity(number: number, unit: string): Json {
  if (unit === PART) return number;
  return unit === ALL_BUT ? `all but ${plain(number)} cells` : quantityText({ number, unit });
}

export function quantityControl(
  kind: Of<"quantity">,
  context: Context,
  place: Place,
  commit: Commit,
  id: string,
): HTMLElement {
  const read = readQuantity(kind, valueOf(context, place));
  const example = Array.isArray(place.field.schema["examples"]) ? place.field.schema["examples"][0] : undefined;
  const usual = readQuantity(kind, example);
  const isWord = kind.words.includes(read.unit);
  const units = [...kind.units.map((one) => one.name), ...(kind.ratio ? [PART, ALL_BUT] : []), ...kind.words];
  if (!units.includes(read.unit)) units.push(read.unit);
  // A value that is not set yet starts at the example.
  let unit = read.number === null ? usual.unit : read.unit;
  const start = read.number ?? usual.number ?? 1;
  const whole = kind.format === "cells" || kind.format === "capacity" || unit === "bytes";
  const [min, max] = boundsIn(kind, unit);
  const range = rangeOf(start, min, max, whole && unit !== PART);
  const box: HTMLInputElement = h("input", {
    type: "number",
    step: "any",
    min: min ?? 0,
    value: read.number ?? "",
    placeholder: isWord ? "" : "not set",
    disabled: isWord,
    onchange: () => commit(box.value === "" ? undefined : writeQuantity(Number(box.value), unit)),
  });
  const select: HTMLSelectElement = h(
    "select",
    {
      "aria-label": `${place.field.name}, unit`,
      onchange: () => {
        const before = unit;
        unit = select.value;
        if (kind.words.includes(unit)) return commit(unit);
        const number = box.value === "" ? start : Number(box.value);
        commit(writeQuantity(inUnit(kind.units, number, before, unit), unit));
      },
    },
    units.map((one) => h("option", { value: one }, one)),
  );
  select.value = isWord ? read.unit : unit;
  return sliderAndBox(
    id,
    place.field.name,
    box,
    range,
    read.number,
    (number) => commit(writeQuantity(number, unit)),
    select,
  );
}
