/** As much of Markdown as the texts of studies use: headings, paragraphs, lists, tables, code, emphasis. */

import { type Child, h } from "../base/dom.ts";

export type Block =
  | { is: "heading" | "paragraph"; text: string }
  | { is: "list"; items: string[] }
  | { is: "table"; head: string[]; rows: string[][] };

function cellsOf(line: string): string[] {
  return line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((one) => one.trim());
}

/** Take a text apart into blocks. */
export function blocks(text: string): Block[] {
  return text.split(/\n\s*\n/).flatMap((part): Block[] => {
    const lines = part.split("\n").filter((line) => line.trim());
    const first = lines[0];
    if (first === undefined) return [];
    if (first.startsWith("#")) {
      const rest = lines.slice(1).join("\n");
      return [{ is: "heading", text: first.replace(/^#+\s*/, "") }, ...(rest ? blocks(rest) : [])];
    }
    if (first.startsWith("|")) return [{ is: "table", head: cellsOf(first), rows: lines.slice(2).map(cellsOf) }];
    if (/^[-*] /.test(first))
      return [
        {
          is: "list",
          items: part.split(/\n(?=[-*] )/).map((one) =>
            one
              .replace(/^[-*] /, "")
              .replaceAll(/\s+/g, " ")
              .trim(),
          ),
        },
      ];
    return [{ is: "paragraph", text: lines.join(" ") }];
  });
}

/** Code, strong and emphasised words as elements. */
export function inline(text: string): Child[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    return part.length > 2 && part.startsWith("*") ? h("em", {}, part.slice(1, -1)) : part;
  });
}

export function markdown(text: string): HTMLElement {
  const drawn = blocks(text).map((block) => {
    switch (block.is) {
      case "heading":
        return h("h4", {}, inline(block.text));
      case "list":
        return h(
          "ul",
          {},
          block.items.map((one) => h("li", {}, inline(one))),
        );
      case "table":
        return h(
          "div",
          { class: "scroll" },
          h(
            "table",
            {},
            h("thead", {}, row("th", block.head)),
            h(
              "tbody",
              {},
              block.rows.map((one) => row("td", one)),
            ),
          ),
        );
      default:
        return h("p", {}, inline(block.text));
    }
  });
  return h("div", { class: "prose" }, drawn);
}

function row(tag: "th" | "td", cells: string[]): HTMLElement {
  return h(
    "tr",
    {},
    cells.map((one) => h(tag, {}, inline(one))),
  );
}
