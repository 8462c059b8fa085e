/** The mistakes of a scenario: all at once at the top, and each at its field. */

import { button, fill, h } from "../base/dom.ts";
import type { Mistake } from "../types.ts";

/** The path and those above it, nearest first: "a.b[1].c" gives itself, "a.b[1]", "a.b", "a". */
export function ancestors(path: string): string[] {
  const found: string[] = [];
  for (let here = path; here; here = here.replace(/(\.[^.[\]]*|\[\d+\]|^[^.[\]]*)$/, "")) found.push(here);
  return found;
}

/** The nearest field that is drawn for a path. */
function fieldFor(root: Element, path: string): Element | null {
  for (const one of ancestors(path)) {
    const found = root.querySelector(`[data-path="${CSS.escape(one)}"]`);
    if (found) return found;
  }
  return null;
}

/** Open the groups that lead to a path, the outermost first, then give the field. */
export function reveal(root: Element, path: string): Element | null {
  for (const one of ancestors(path).reverse()) {
    const found = root.querySelector(`.groups [data-path="${CSS.escape(one)}"]`);
    if (found instanceof HTMLDetailsElement && !found.open) {
      found.open = true;
      // Its content is drawn at the event, which is later than we need it.
      found.dispatchEvent(new Event("toggle"));
    }
  }
  return fieldFor(root, path);
}

/** Headings of the settings come before the one of the run: they are below none. */
export const TOPMOST = { "aria-level": 2 };

/** Show mistakes in a form; an empty list takes away those that were shown. */
export function showIssues(root: HTMLElement, list: HTMLElement, issues: Mistake[]): void {
  for (const element of root.querySelectorAll("[data-error]")) element.textContent = "";
  for (const element of root.querySelectorAll(".mistakes")) element.textContent = "";
  for (const element of root.querySelectorAll("[aria-invalid]")) element.removeAttribute("aria-invalid");
  fill(
    list,
    issues.length === 0
      ? null
      : [
          h(
            "h3",
            TOPMOST,
            issues.length === 1 ? "One mistake in the scenario" : `${issues.length} mistakes in the scenario`,
          ),
          h(
            "ul",
            {},
            issues.map((issue) => h("li", {}, link(root, issue), " ", textOf(issue), placeOf(issue))),
          ),
        ],
  );
  for (const issue of issues) mark(root, issue);
}

function link(root: HTMLElement, issue: Mistake): HTMLElement | null {
  if (!issue.path) return null;
  const go = (): void => {
    const found = reveal(root, issue.path);
    mark(root, issue);
    found?.scrollIntoView({ block: "center" });
    found?.querySelector<HTMLElement>("input, select, summary")?.focus();
  };
  return button(issue.path, go, { class: "link" });
}

function textOf(issue: Mistake): string {
  return issue.text.startsWith(`${issue.path}: `) ? issue.text.slice(issue.path.length + 2) : issue.text;
}

/** The place of a mistake in the file that was given. */
function placeOf({ line, column }: Mistake): HTMLElement | null {
  return line ? h("span", { class: "help" }, ` line ${line}, column ${column ?? 1}`) : null;
}

function mark(root: HTMLElement, issue: Mistake): void {
  for (const one of root.querySelectorAll(`[data-path="${CSS.escape(issue.path)}"]`)) describe(one, issue);
  const nearest = fieldFor(root, issue.path);
  if (nearest) describe(nearest, issue);
  for (let group = nearest?.closest("details"); group; group = group.parentElement?.closest("details")) {
    const note = group.querySelector(":scope > summary .mistakes");
    if (note) note.textContent = "mistake inside";
  }
}

function describe(field: Element, issue: Mistake): void {
  const place = field.querySelector("[data-error]");
  const text = textOf(issue);
  if (place && !place.textContent?.includes(text)) place.textContent = `${place.textContent ?? ""} ${text}`.trim();
  field.querySelector("input, select")?.setAttribute("aria-invalid", "true");
}
