/** The knowledge of every field of the form: the schema, the document, and how to change it. */

import type { Json, Path } from "../base/json.ts";
import type { Field, SchemaReader } from "./schema.ts";

export interface Context {
  reader: SchemaReader;
  /** The document's value at a path; undefined where it has the default. */
  get(path: Path): Json | undefined;
  /** Change the document. `quiet` changes are not run: an entry that was added is not complete yet. */
  set(path: Path, value: Json | undefined, origin: Element, quiet?: boolean): void;
}

export interface Place {
  field: Field;
  path: Path;
  /** In an entry of a graph, missing keys follow from settings elsewhere. */
  inherits: boolean;
}

/** The value that holds at a place: the document's, else the default. */
export function valueOf(context: Context, place: Place): Json | undefined {
  return context.get(place.path) ?? (place.inherits ? undefined : (place.field.default ?? undefined));
}

export type Render = (
  context: Context,
  place: Place,
  commit: (value: Json | undefined) => void,
  id: string,
) => HTMLElement;
