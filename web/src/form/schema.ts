/** The JSON Schema of scenarios, read as kinds of fields. */

import type { Json, Table } from "../base/json.ts";
import { isTable } from "../base/json.ts";
import { inSmallest, type Unit } from "../base/quantity.ts";

export type Schema = Table;

export interface Option {
  value: string;
  text: string;
}

export interface Field {
  name: string;
  schema: Schema;
  text: string;
  /** The default; undefined if the schema has none. */
  default: Json | undefined;
  required: boolean;
}

export interface Variant {
  name: string;
  text: string;
  fields: Field[];
}

export type Kind =
  | { is: "group"; fields: Field[] }
  | { is: "map"; of: Schema }
  | { is: "list"; of: Schema }
  | { is: "choice"; options: Option[] }
  /** A model with its parameters: a table whose key `tag` says which. */
  | { is: "model"; tag: string; variants: Variant[] }
  /**
   * A quantity with a unit, its bounds in the smallest one; `words` may replace it, and a bare ratio where
   * `ratio` is set.
   */
  | {
      is: "quantity";
      format: string;
      units: Unit[];
      words: string[];
      ratio: boolean;
      min: number | null;
      max: number | null;
    }
  | { is: "number"; integer: boolean; min: number | null; max: number | null }
  | { is: "switch" }
  | { is: "text" }
  /** A value or one of several tables, distinguished by their keys. */
  | { is: "shapes"; shapes: { text: string; schema: Schema }[] };

/** Reads a schema; `$ref`s are followed within it. */
export class SchemaReader {
  private readonly definitions: Table;
  /** The units of quantities, by format. */
  private readonly units: Record<string, Unit[]>;

  constructor(readonly root: Schema) {
    this.definitions = isTable(root["$defs"]) ? root["$defs"] : {};
    this.units = isTable(root["x-units"]) ? (root["x-units"] as unknown as Record<string, Unit[]>) : {};
  }

  resolve(schema: Schema): Schema {
    const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
    const found = name === undefined ? undefined : this.definitions[name];
    return isTable(found) ? this.resolve(found) : schema;
  }

  /** The alternatives of a schema without null, nested ones made flat. */
  private alternatives(schema: Schema): Schema[] {
    const own = schema["anyOf"];
    if (!Array.isArray(own)) return [schema];
    return own
      .filter(isTable)
      .filter((one) => one["type"] !== "null")
      .flatMap((one) => this.alternatives(one));
  }

  kind(schema: Schema): Kind {
    const all = this.alternatives(this.resolve(schema)).flatMap((one) => this.alternatives(this.resolve(one)));
    if (all.length === 1 && all[0]) return this.single(all[0]);
    const list = all.find((one) => one["type"] === "array");
    // "One table, or several" is a list.
    if (list && isTable(list["items"])) return { is: "list", of: list["items"] };
    const texts = all.filter((one) => this.unitsOf(one));
    if (texts[0] && all.every((one) => tablesOf(one).length === 0)) return this.quantity(texts[0], all);
    if (all.every((one) => wordsOf(one).length > 0)) return { is: "choice", options: all.flatMap(optionsOf) };
    return { is: "shapes", shapes: all.map((one) => ({ text: oneLine(one["description"]), schema: one })) };
  }

  private single(schema: Schema): Kind {
    const variants = schema["oneOf"];
    if (Array.isArray(variants)) {
      const tables = variants.filter(isTable);
      return tables.every(isObject) ? this.model(tables) : { is: "choice", options: tables.flatMap(optionsOf) };
    }
    if (wordsOf(schema).length > 0) return { is: "choice", options: optionsOf(schema) };
    if (this.unitsOf(schema)) return this.quantity(schema, [schema]);
    const type = typeOf(schema);
    if (type === "object" && isTable(schema["properties"])) return { is: "group", fields: this.fields(schema) };
    if (type === "object" && isTable(schema["additionalProperties"]))
      return { is: "map", of: schema["additionalProperties"] };
    if (type === "array" && isTable(schema["items"])) return { is: "list", of: schema["items"] };
    if (type === "boolean") return { is: "switch" };
    if (type === "integer" || type === "number") return numberOf(schema, type === "integer");
    return { is: "text" };
  }

  /** The units of a quantity; undefined if the schema is of none. */
  private unitsOf(schema: Schema): Unit[] | undefined {
    return typeof schema["format"] === "string" ? this.units[schema["format"]] : undefined;
  }

  private quantity(schema: Schema, all: Schema[]): Kind {
    const format = String(schema["format"]);
    const words = all.flatMap(wordsOf);
    if (format === "capacity") words.push("unlimited");
    const ratio = all.some((one) => typeOf(one) === "number");
    const units = this.unitsOf(schema) ?? [];
    const bound = (name: string): number | null => {
      const text = schema[name];
      return typeof text === "string" ? inSmallest(text, units) : null;
    };
    // Every quantity is a whole number of its smallest unit.
    const above = bound("formatExclusiveMinimum");
    const min = bound("formatMinimum") ?? (above === null ? null : above + 1);
    return { is: "quantity", format, units, words, ratio, min, max: bound("formatMaximum") };
  }

  private model(tables: Schema[]): Kind {
    const tag = Object.entries(propertiesOf(tables[0] ?? {})).find(([, one]) => "const" in one)?.[0] ?? "kind";
    const variants = tables.map((one) => ({
      name: String(propertiesOf(one)[tag]?.["const"]),
      text: oneLine(one["description"]),
      fields: this.fields(one).filter((field) => field.name !== tag),
    }));
    return { is: "model", tag, variants };
  }

  /** The keys of a table, with the schema's description of each. */
  fields(schema: Schema): Field[] {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const defaults = isTable(schema["default"]) ? schema["default"] : {};
    return Object.entries(propertiesOf(schema)).map(([name, one]) => ({
      name,
      schema: one,
      text: oneLine(one["description"] ?? this.resolve(one)["description"]),
      default: one["default"] ?? defaults[name],
      required: required.includes(name),
    }));
  }

  /** The variant of a model that a value names. */
  variantOf(kind: Extract<Kind, { is: "model" }>, value: Json | undefined): Variant | undefined {
    const name = isTable(value) ? value[kind.tag] : undefined;
    return kind.variants.find((one) => one.name === name);
  }
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  const properties = schema["properties"];
  return isTable(properties) ? (properties as Record<string, Schema>) : {};
}

function isObject(schema: Schema): boolean {
  return schema["type"] === "object";
}

/** The tables that a schema allows: itself, or the models among which one is chosen. */
export function tablesOf(schema: Schema): Schema[] {
  const variants = Array.isArray(schema["oneOf"]) ? schema["oneOf"].filter(isTable) : [schema];
  return variants.every(isObject) ? variants : [];
}

function typeOf(schema: Schema): Json | undefined {
  const type = schema["type"];
  return Array.isArray(type) ? type.find((one) => one !== "null") : type;
}

function wordsOf(schema: Schema): string[] {
  if (typeof schema["const"] === "string") return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"].map(String) : [];
}

function optionsOf(schema: Schema): Option[] {
  return wordsOf(schema).map((value) => ({ value, text: "const" in schema ? oneLine(schema["description"]) : "" }));
}

function numberOf(schema: Schema, integer: boolean): Kind {
  const first = (...names: string[]): number | null => {
    const found = names.map((name) => schema[name]).find((one) => typeof one === "number");
    return typeof found === "number" ? found : null;
  };
  return {
    is: "number",
    integer,
    min: first("minimum", "exclusiveMinimum"),
    max: first("maximum", "exclusiveMaximum"),
  };
}

/** A description without the line breaks and the Markdown of its source. */
export function oneLine(text: Json | undefined): string {
  return typeof text === "string" ? text.replaceAll("`", "").replace(/\s+/g, " ").trim() : "";
}
