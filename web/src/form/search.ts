/** Which settings there are, for the search box: every setting with its path and what it is for. */

import { isTable, type Json, pathText, type Path } from "../base/json.ts";
import type { Place } from "./context.ts";
import type { Field, Schema, SchemaReader } from "./schema.ts";

export interface Found extends Place {
  words: string;
}

/** Every setting of a document. The parameters of models that are not chosen lead to the model. */
export function settingsOf(reader: SchemaReader, document: Json): Found[] {
  return within(reader, reader.fields(reader.root), document, [], false);
}

function within(
  reader: SchemaReader,
  fields: Field[],
  value: Json | undefined,
  path: Path,
  inherits: boolean,
): Found[] {
  return fields.flatMap((field) => {
    const inner = isTable(value) ? value[field.name] : undefined;
    return below(reader, { field, path: [...path, field.name], inherits }, inner);
  });
}

function below(reader: SchemaReader, place: Place, value: Json | undefined): Found[] {
  const kind = reader.kind(place.field.schema);
  const self: Found = { ...place, words: `${pathText(place.path)} ${place.field.text}`.toLowerCase() };
  switch (kind.is) {
    case "group":
      return within(reader, kind.fields, value, place.path, place.inherits);
    case "map": {
      const names = isTable(value) ? Object.keys(value) : [];
      const entry = (name: string): Field => named(name, kind.of);
      const inner = names.flatMap((name) =>
        below(
          reader,
          { field: entry(name), path: [...place.path, name], inherits: true },
          isTable(value) ? value[name] : undefined,
        ),
      );
      return [self, ...inner];
    }
    case "model": {
      const chosen = reader.variantOf(kind, value ?? place.field.default);
      const others = kind.variants.flatMap((one) => [
        one.name,
        one.text,
        ...one.fields.map((field) => `${field.name} ${field.text}`),
      ]);
      const own = chosen ? within(reader, chosen.fields, value, place.path, false) : [];
      return [{ ...self, words: `${self.words} ${others.join(" ").toLowerCase()}` }, ...own];
    }
    default:
      return [self];
  }
}

function named(name: string, schema: Schema): Field {
  return { name, schema, text: "", default: undefined, required: false };
}

/** The settings that have all the words, those with the words in their path first. */
export function search(settings: Found[], words: string): Found[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const inPath = (one: Found): boolean => wanted.every((word) => pathText(one.path).toLowerCase().includes(word));
  const found = settings.filter((one) => wanted.every((word) => one.words.includes(word)));
  return [...found.filter(inPath), ...found.filter((one) => !inPath(one))];
}
