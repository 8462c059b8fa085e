/** The content of a strip, in words and as a table, for those who do not see the picture. */

import { h } from "../base/dom.ts";
import { readable, seconds } from "../base/quantity.ts";
import { extentOf, type Points } from "./curves.ts";
import { short } from "./text.ts";
import type { Window } from "./view.ts";

/** A curve by name, with the points in view and how many were recorded. */
export interface CurveInView {
  name: string;
  points: Points;
  recorded: number;
}

const MOST_NAMED = 8;

/** One sentence about what is in view. */
export function sentence(title: string, { from_s, to_s }: Window, curves: CurveInView[]): string {
  const texts = curves.slice(0, MOST_NAMED).map(({ name, points }) => {
    const extent = extentOf(points);
    return extent ? `${name} from ${short(extent.min)} to ${short(extent.max)}` : `${name} empty`;
  });
  return `${title}, from ${seconds(from_s)} to ${seconds(to_s)}: ${texts.join("; ")}`;
}

/** The extremes of every curve in view. */
export function numbersTable(curves: CurveInView[]): HTMLElement {
  const rows = curves.map(({ name, points, recorded }) => {
    const extent = extentOf(points);
    const cells = extent ? [extent.min, extent.max, extent.last].map((one) => readable(one)) : ["–", "–", "–"];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      [...cells, String(recorded)].map((one) => h("td", {}, one)),
    );
  });
  const heads = ["curve", "least in view", "greatest in view", "last in view", "points"];
  const head = h(
    "tr",
    {},
    heads.map((one) => h("th", { scope: "col" }, one)),
  );
  return h("table", {}, h("thead", {}, head), h("tbody", {}, rows));
}
