/** A value that a reader may change: a slider, or a choice. */

import { h, uid } from "../base/dom.ts";
import type { Control } from "./figure.ts";

export interface Changeable {
  element: HTMLElement;
  /** Show another of its values, without an event. */
  choose(at: number): void;
}

/** Make the element of a control; `changed` gets the number of the chosen value. */
export function changeable(control: Control, changed: (at: number) => void): Changeable {
  return control.kind === "choice" ? choice(control, changed) : slider(control, changed);
}

function choice({ label, values, at }: Control, changed: (at: number) => void): Changeable {
  const id = uid("live");
  const select: HTMLSelectElement = h(
    "select",
    { id, onchange: () => changed(select.selectedIndex) },
    values.map((value, index) => h("option", { selected: index === at }, value)),
  );
  const element = h("span", { class: "cw-control" }, h("label", { for: id }, label), select);
  return { element, choose: (index) => (select.selectedIndex = index) };
}

function slider({ label, values, at }: Control, changed: (at: number) => void): Changeable {
  const id = uid("live");
  const shown = h("output", { for: id }, values[at]);
  const show = (value: string): void => {
    shown.textContent = value;
    input.setAttribute("aria-valuetext", value);
  };
  const input: HTMLInputElement = h("input", {
    id,
    type: "range",
    min: 0,
    max: values.length - 1,
    step: 1,
    value: at,
    "aria-valuetext": values[at],
    oninput: () => {
      show(values[input.valueAsNumber] ?? "");
      changed(input.valueAsNumber);
    },
  });
  const choose = (index: number): void => {
    input.value = String(index);
    show(values[index] ?? "");
  };
  return { element: h("span", { class: "cw-control" }, h("label", { for: id }, label), input, shown), choose };
}
