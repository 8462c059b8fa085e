/** The settings of a scenario: those that are changed most, a search box, and all of them in groups. */

import { debounce, fill, h, uid } from "../base/dom.ts";
import { at, type Json, type Path, pathText, withAt } from "../base/json.ts";
import type { Mistake } from "../types.ts";
import type { Context, Place } from "./context.ts";
import { redraw, renderField } from "./field.ts";
import { showIssues, TOPMOST } from "./issues.ts";
import type { SchemaReader } from "./schema.ts";
import { search, settingsOf } from "./search.ts";

/** The settings that are tried most; those that the scenario can have and its network uses are shown first. */
const USUAL = [
  "topology.queue",
  "topology.downstream",
  "topology.upstream",
  "topology.rate",
  "topology.rtt",
  "topology.encapsulation",
  "topology.pppoe",
  "topology.vlan_tags",
  "topology.bras_queue",
  "topology.downloads",
  "topology.uploads",
  "topology.streams",
  "topology.hosts",
  "topology.sources",
  "topology.long",
  "topology.local",
  "topology.bottlenecked",
  "topology.connections",
  "topology.lines",
  "topology.noise",
  "topology.line_buffer",
  "topology.scr",
  "topology.mbs",
  "topology.policing",
  "switch.buffer",
  "switch.drop",
  "switch.rate_rule",
  "atm.category",
  "tcp.variant",
  "tcp.timer_tick",
  "tcp.receive_window",
  "topology.link_rate",
  "topology.link_delay",
  "topology.trunk_delay",
  "duration",
  "seed",
];
const SHOWN = 25;
/** The settings of switches, which do nothing in a network without one. */
const OF_SWITCHES = "switch";
const NO_SWITCH = " this network has no switch";

export class SettingsPanel {
  readonly element: HTMLElement;
  private readonly usual = h("div", { class: "usual" });
  private readonly groups = h("div", { class: "groups" });
  private readonly results = h("div", { class: "results", "aria-live": "polite" });
  private readonly mistakes = h("div", { class: "issues", role: "alert", "data-testid": "issues" });
  private readonly box: HTMLInputElement;
  private readonly context: Context;
  private issues: Mistake[] = [];
  private document: Json = {};
  /** The document when it was shown. */
  private shown: Json = {};
  /** Whether something was changed since the last run. */
  private unrun = false;
  /** Whether the network has a switch; of a network that is not known yet, all may be used. */
  private hasSwitch = true;

  /** `changed` is called at every change that is to be run; `kindsOf` gives the kinds of nodes of a scenario's network. */
  constructor(
    private readonly reader: SchemaReader,
    private readonly changed: (document: Json) => void,
    private readonly kindsOf: (document: Json) => Promise<Set<string>>,
  ) {
    const id = uid("search");
    const searched = debounce(120, () => this.search());
    this.box = h("input", {
      id,
      type: "search",
      placeholder: "Find a setting: buffer …",
      oninput: searched,
      "data-testid": "search",
    });
    this.context = {
      reader,
      get: (path) => at(this.document, path),
      set: (path, value, origin, quiet) => this.set(path, value, origin, quiet ?? false),
    };
    this.element = h(
      "div",
      { class: "settings" },
      this.mistakes,
      h("label", { for: id, class: "visually-hidden" }, "Find a setting"),
      this.box,
      this.results,
      this.usual,
      h("h3", TOPMOST, "All settings"),
      this.groups,
    );
  }

  /** Show another scenario. */
  show(document: Json): void {
    this.document = this.shown = document;
    this.unrun = false;
    this.hasSwitch = true;
    const top = this.reader.fields(this.reader.root);
    fill(this.usual);
    fill(
      this.groups,
      top.map((field) => renderField(this.context, { field, path: [field.name], inherits: false } satisfies Place)),
    );
    this.search();
    this.showIssues([]);
    void this.kindsOf(document)
      .catch(() => new Set([OF_SWITCHES]))
      .then((kinds) => {
        if (this.shown !== document) return;
        this.hasSwitch = kinds.has(OF_SWITCHES);
        this.showUsual();
        this.search();
      });
  }

  /** Show what is tried most, and say where settings do nothing. */
  private showUsual(): void {
    const all = settingsOf(this.reader, this.document);
    const wanted = USUAL.filter((path) => this.isUsed(path)).flatMap((path) => all.find((one) => pathText(one.path) === path) ?? []);
    fill(
      this.usual,
      h("h3", TOPMOST, "Changed most"),
      wanted.map((place) => renderField(this.context, place)),
    );
    const unused = this.hasSwitch ? null : this.groups.querySelector(`[data-path="${OF_SWITCHES}"] > summary`);
    unused?.append(h("span", { class: "help" }, NO_SWITCH));
    if (this.issues.length) showIssues(this.element, this.mistakes, this.issues);
  }

  private isUsed(path: string): boolean {
    return this.hasSwitch || !path.startsWith(`${OF_SWITCHES}.`);
  }

  showIssues(issues: Mistake[]): void {
    this.issues = issues;
    showIssues(this.element, this.mistakes, issues);
    if (issues.length) this.mistakes.scrollIntoView({ block: "nearest" });
  }

  private search(): void {
    const found = search(settingsOf(this.reader, this.document), this.box.value);
    const more =
      found.length > SHOWN ? h("p", { class: "help" }, `and ${found.length - SHOWN} more: add a word to narrow the search`) : null;
    const none =
      this.box.value.trim() && found.length === 0 ? h("p", { class: "help" }, "No setting contains these words.") : null;
    fill(
      this.results,
      found
        .slice(0, SHOWN)
        .map((one) =>
          h(
            "div",
            { class: "found" },
            h("p", { class: "path" }, pathText(one.path), this.isUsed(pathText(one.path)) ? null : `:${NO_SWITCH}`),
            renderField(this.context, one),
          ),
        ),
      more,
      none,
    );
    if (found.length && this.issues.length) showIssues(this.element, this.mistakes, this.issues);
  }

  private set(path: Path, value: Json | undefined, origin: Element, quiet: boolean): void {
    const before = JSON.stringify(this.document);
    this.document = withAt(this.document, path, value);
    if (JSON.stringify(this.document) !== before) this.unrun = true;
    // The same setting may be shown in several places.
    const shown = [...this.element.querySelectorAll(`[data-path="${CSS.escape(pathText(path))}"]`)];
    const own = origin.closest("[data-path]");
    for (const one of shown) if (one !== origin && one !== own) redraw(one);
    if (path[0] === "topology" && path[1] === "template") this.show(this.document);
    if (quiet || !this.unrun) return;
    this.unrun = false;
    this.changed(this.document);
  }
}
