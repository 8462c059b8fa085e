/** One setting of the form: its name, its control, its default, and what is wrong with it. */

import { button, fill, h, uid } from "../base/dom.ts";
import { isTable, pathText, type Json, type Path, type Table } from "../base/json.ts";
import { type Context, type Place, valueOf } from "./context.ts";
import {
  choiceControl,
  type Commit,
  numberControl,
  type Of,
  quantityControl,
  selectControl,
  switchControl,
  textControl,
} from "./controls.ts";
import { oneLine, tablesOf, type Field, type Kind, type Schema } from "./schema.ts";

/** How to draw a field again, for when its value was changed elsewhere. */
const again = new WeakMap<Element, () => HTMLElement>();

export function redraw(element: Element): void {
  const draw = again.get(element);
  if (draw) element.replaceWith(draw());
}

/** Draw the fields of a table that is at `path`. */
export function renderFields(context: Context, fields: Field[], path: Path, inherits: boolean): HTMLElement[] {
  return fields.map((field) => renderField(context, { field, path: [...path, field.name], inherits }));
}

export function renderField(context: Context, place: Place): HTMLElement {
  const kind = context.reader.kind(place.field.schema);
  const element = isCompound(kind) ? compound(context, place, kind) : simple(context, place, kind);
  again.set(element, () => renderField(context, place));
  return element;
}

function isCompound(kind: Kind): kind is Of<"group"> | Of<"map"> | Of<"list"> {
  return kind.is === "group" || kind.is === "map" || kind.is === "list";
}

function attributes(place: Place): Record<string, string> {
  const path = pathText(place.path);
  return { "data-path": path, "data-testid": `field-${path}` };
}

/** A row: label, control, a way back to the default, the explanation, mistakes. */
function simple(context: Context, place: Place, kind: Kind): HTMLElement {
  const id = uid("field");
  const given = context.get(place.path) !== undefined;
  const row = h("div", { class: given ? "field given" : "field", ...attributes(place) });
  const commit: Commit = (value) => {
    context.set(place.path, value, row);
    const focused = row.contains(document.activeElement);
    const drawn = renderField(context, place);
    // The model's own parameters follow its choice; single values keep their control, and with it the focus.
    if (kind.is === "model" || kind.is === "shapes" || value === undefined || kind.is === "quantity") {
      const name = document.activeElement?.tagName.toLowerCase() ?? "input";
      const nth = focused ? [...row.querySelectorAll(name)].indexOf(document.activeElement as Element) : -1;
      row.replaceWith(drawn);
      if (focused)
        (
          drawn.querySelectorAll<HTMLElement>(name)[Math.max(nth, 0)] ??
          drawn.querySelector<HTMLElement>("input, select")
        )?.focus();
    } else row.classList.add("given");
  };
  const back = button("default", () => commit(undefined), {
    class: "back",
    "aria-label": `${place.field.name}: back to the default`,
    title: "Back to the default",
  });
  const help = h("p", { class: "help", id: `${id}-help` }, place.field.text);
  const errors = h("p", { class: "error", id: `${id}-error`, role: "status", "data-error": true });
  const control = controlOf(kind, context, place, commit, id);
  for (const part of [control, ...control.querySelectorAll("input, select")]) {
    if (part.id === id) part.setAttribute("aria-describedby", `${id}-help ${id}-error`);
  }
  row.append(h("div", { class: "name" }, h("label", { for: id }, place.field.name), back), control, help, errors);
  return row;
}

function controlOf(kind: Kind, context: Context, place: Place, commit: Commit, id: string): HTMLElement {
  switch (kind.is) {
    case "choice":
      return choiceControl(kind, context, place, commit, id);
    case "switch":
      return switchControl(context, place, commit, id);
    case "number":
      return numberControl(kind, context, place, commit, id);
    case "quantity":
      return quantityControl(kind, context, place, commit, id);
    case "model":
      return modelControl(kind, context, place, commit, id);
    case "shapes":
      return shapesControl(kind, context, place, commit, id);
    default:
      return textControl(context, place, commit, id);
  }
}

/** A model and the parameters of the one that is chosen. */
function modelControl(kind: Of<"model">, context: Context, place: Place, commit: Commit, id: string): HTMLElement {
  const value = valueOf(context, place);
  const variant = context.reader.variantOf(kind, value);
  const options = kind.variants.map((one) => ({ value: one.name, text: one.text }));
  const none = place.field.default === undefined || place.inherits ? "none" : null;
  const select = selectControl(
    id,
    options,
    variant?.name,
    (name) => commit(name === undefined ? undefined : { [kind.tag]: name }),
    none,
  );
  // Parameters are written next to the tag, even where the model itself is a default.
  const inner: Context = {
    ...context,
    set: (path, changed, origin, quiet) => {
      if (context.get([...place.path, kind.tag]) === undefined && variant)
        context.set([...place.path, kind.tag], variant.name, origin, true);
      context.set(path, changed, origin, quiet);
    },
  };
  const parameters = variant ? renderFields(inner, variant.fields, place.path, false) : [];
  return h(
    "div",
    { class: "stack" },
    select,
    h("p", { class: "note" }, variant?.text),
    h("div", { class: "inner" }, parameters),
  );
}

/** A value that has several shapes, such as one time or a range of them. */
function shapesControl(kind: Of<"shapes">, context: Context, place: Place, commit: Commit, id: string): HTMLElement {
  const value = valueOf(context, place);
  const chosen = kind.shapes.findIndex((one) => fits(one.schema, value));
  const options = kind.shapes.map((one, at) => ({ value: String(at), text: one.text }));
  const select = h(
    "select",
    { id, onchange: () => commit(startOf(kind.shapes[Number(select.value)]?.schema)) },
    chosen < 0 ? h("option", { value: "-1" }, "not set") : null,
    options.map((one) => h("option", { value: one.value }, one.text)),
  );
  select.value = String(chosen);
  const shape = kind.shapes[chosen];
  if (!shape) return select;
  const inside = context.reader.kind(shape.schema);
  const field = { ...place.field, schema: shape.schema };
  const parts =
    inside.is === "group"
      ? renderFields(context, inside.fields, place.path, place.inherits)
      : [controlOf(inside, context, { ...place, field }, commit, uid("field"))];
  return h("div", { class: "stack" }, select, h("div", { class: "inner" }, parts));
}

function fits(schema: Schema, value: Json | undefined): boolean {
  const tables = tablesOf(schema);
  if (!isTable(value)) return value !== undefined && tables.length === 0;
  return tables.some((one) => Object.keys(value).every((key) => isTable(one["properties"]) && key in one["properties"]));
}

/** The beginning of a shape: its example, or the examples of the keys that it needs. */
function startOf(schema: Schema | undefined): Json | undefined {
  if (!schema) return undefined;
  if (Array.isArray(schema["examples"])) return schema["examples"][0];
  if ("const" in schema) return schema["const"];
  const table = tablesOf(schema)[0] ?? {};
  const properties = isTable(table["properties"]) ? table["properties"] : {};
  const wanted = Array.isArray(table["required"]) ? table["required"].map(String) : [];
  const start: Table = {};
  for (const name of wanted) {
    const property = properties[name];
    if (isTable(property)) start[name] = startOf(property) ?? null;
  }
  return start;
}

/** A group, a table of named entries, or a list: closed until it is opened. */
function compound(context: Context, place: Place, kind: Of<"group"> | Of<"map"> | Of<"list">): HTMLElement {
  const given = context.get(place.path);
  const count = isTable(given)
    ? Object.keys(given).length
    : Array.isArray(given)
      ? given.length
      : given === undefined
        ? 0
        : 1;
  const body = h("div", { class: "inner" });
  const details = h(
    "details",
    { class: "group", ...attributes(place) },
    h(
      "summary",
      {},
      h("span", { class: "groupname" }, place.field.name),
      count ? h("span", { class: "count" }, `${count} given`) : null,
      h("span", { class: "mistakes" }),
    ),
    h("p", { class: "help" }, place.field.text),
    h("p", { class: "error", role: "status", "data-error": true }),
    body,
  );
  const draw = (): void => {
    if (kind.is === "group") fill(body, renderFields(context, kind.fields, place.path, place.inherits));
    else if (kind.is === "map") fill(body, entries(context, place, kind, draw));
    else fill(body, items(context, place, kind, draw));
  };
  details.addEventListener("toggle", () => details.open && body.childElementCount === 0 && draw());
  return details;
}

/** The named entries of a table, and a way to add one. */
function entries(context: Context, place: Place, kind: Of<"map">, draw: () => void): HTMLElement[] {
  const given = context.get(place.path);
  const names = isTable(given) ? Object.keys(given) : [];
  const of = (name: string): Field => ({ name, schema: kind.of, text: "", default: undefined, required: false });
  const add = (): void => {
    const name = input.value.trim();
    if (!name || names.includes(name)) return;
    context.set([...place.path, name], {}, input, true);
    draw();
  };
  const input = h("input", {
    type: "text",
    placeholder: "name",
    "aria-label": `Name of a new entry of ${place.field.name}`,
  });
  return [
    ...names.map((name) =>
      removable(
        context,
        [...place.path, name],
        renderField(context, { field: of(name), path: [...place.path, name], inherits: true }),
        draw,
      ),
    ),
    h("div", { class: "adding" }, input, button("Add", add)),
  ];
}

/** The items of a list; a single table counts as a list of one. */
function items(context: Context, place: Place, kind: Of<"list">, draw: () => void): HTMLElement[] {
  const given = context.get(place.path);
  const list = Array.isArray(given) ? given : given === undefined ? [] : [given];
  const whole: Context = {
    ...context,
    // The first change to an item makes the single table a list.
    set: (path, value, origin, quiet) => {
      if (!Array.isArray(context.get(place.path))) context.set(place.path, list, origin, true);
      context.set(path, value, origin, quiet);
    },
    get: (path) =>
      context.get(
        Array.isArray(context.get(place.path)) || path.length <= place.path.length
          ? path
          : [...place.path, ...path.slice(place.path.length + 1)],
      ),
  };
  const of = (at: number): Field => ({
    name: `${place.field.name} ${at + 1}`,
    schema: kind.of,
    text: oneLine(kind.of["description"]),
    default: undefined,
    required: false,
  });
  const isTableItem = context.reader.kind(kind.of).is === "group";
  const add = (): void => {
    context.set(place.path, [...list, isTableItem ? {} : ""], details(place), true);
    draw();
  };
  return [
    ...list.map((_, at) =>
      removable(
        whole,
        [...place.path, at],
        renderField(whole, { field: of(at), path: [...place.path, at], inherits: false }),
        draw,
      ),
    ),
    button("Add", add, { "aria-label": `Add to ${place.field.name}` }),
  ];
}

function details(place: Place): Element {
  return document.querySelector(`[data-path="${CSS.escape(pathText(place.path))}"]`) ?? document.body;
}

function removable(context: Context, path: Path, element: HTMLElement, draw: () => void): HTMLElement {
  const name = pathText(path);
  const remove = (): void => {
    context.set(path, undefined, element);
    draw();
  };
  return h("div", { class: "entry" }, element, button("Remove", remove, { "aria-label": `Remove ${name}` }));
}
