import assert from "node:assert/strict";
import { test } from "node:test";
import { blocks } from "../study/markdown.ts";
import { judged, rowsOf, tally } from "../study/verdict.ts";

const cell = (row: string[], column: string): Parameters<typeof rowsOf>[0][number] => ({
  row,
  column,
  case: "",
  ours: null,
  low: null,
  high: null,
  replications: 0,
});

test("rows keep the document's order", () => {
  const rows = rowsOf([cell(["LAN", "5"], "epd"), cell(["LAN", "5"], "fba"), cell(["LAN", "15"], "epd")]);
  assert.deepEqual(
    rows.map((one) => [one.labels.join(" "), [...one.cells.keys()]]),
    [
      ["LAN 5", ["epd", "fba"]],
      ["LAN 15", ["epd"]],
    ],
  );
});

test("verdicts have words and are counted", () => {
  assert.equal(judged("near").words, "outside, but near our median");
  assert.equal(
    tally([{ verdict: "outside" }, { verdict: null }, { verdict: "outside" }]),
    "2 outside, 1 not computed yet",
  );
});

test("Markdown of studies is taken apart", () => {
  const found = blocks("## Asked\n\nOne\nline.\n\n- a\n  more\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |");
  assert.deepEqual(found, [
    { is: "heading", text: "Asked" },
    { is: "paragraph", text: "One line." },
    { is: "list", items: ["a more", "b"] },
    { is: "table", head: ["x", "y"], rows: [["1", "2"]] },
  ]);
});
