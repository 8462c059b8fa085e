/** The page: its frame, and which screen is shown. */

import "uplot/dist/uPlot.min.css";
import "./style/base.css";
import "./style/page.css";
import "./style/form.css";
import "./style/plot.css";
import "./style/strips.css";
import * as api from "./api.ts";
import { fill, h } from "./base/dom.ts";
import { Runner } from "./compute/runner.ts";
import type { Table } from "./base/json.ts";
import { Connection } from "./connection.ts";
import { gallery } from "./gallery.ts";
import { RunView } from "./run/runview.ts";
import { addressParts, fromAddress } from "./run/address.ts";
import { scenarioFrom } from "./run/given.ts";
import { acceptDrops } from "./run/share.ts";
import { studyList, StudyView } from "./study/studyview.ts";
import { themeSwitch } from "./theme.ts";

const screen = h("main", { id: "main", tabindex: -1 });
const footer = h("footer", {});
let view: RunView | undefined;
let study: StudyView | undefined;
let schema: Promise<Table> | undefined;
let isPrepared = false;
let routed = 0;

/** This file's own place: the page's other files are next to it. */
const HERE = import.meta.url;
/** On a site of files alone: where its simulator is. There is no server then, with studies and results. */
const site = document.querySelector<HTMLMetaElement>('meta[name="cellwise-site"]');
const isServed = site === null;
const module = site ? new URL(site.content, document.baseURI) : new URL("_core.wasm", HERE);
const runner = new Runner(new URL("worker.js", HERE), module);

/** Asked once; after a failure, again. */
function schemaOf(): Promise<Table> {
  schema ??= runner.ofScenario<Table>({ ask: "schema" }).catch((failure: unknown) => {
    schema = undefined;
    throw failure;
  });
  return schema;
}

async function runView(): Promise<RunView> {
  const known = await schemaOf();
  view ??= new RunView(known, runner);
  return view;
}

/** Get ready for a run while the visitor looks for one: its screen is made, and the simulator's code is compiled. */
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  runView().then(
    () => runner.warm(),
    () => (isPrepared = false),
  );
}

async function openScenario(scenario: Table, title: string, plays = false): Promise<void> {
  const run = await runView();
  location.hash = "#/run";
  if (plays) run.playNext();
  await run.session.open(scenario, title);
}

async function compare(id: string): Promise<void> {
  const run = await runView();
  location.hash = "#/run";
  run.session.layOver(id);
}

async function openFile(file: File): Promise<void> {
  const run = await runView();
  location.hash = "#/run";
  try {
    const scenario = await scenarioFrom(file, run.session.kept);
    await run.session.open(scenario, String(scenario["title"] || file.name.replace(/\.(toml|json)$/, "")));
  } catch (failure) {
    run.showFailure(failure, file.name);
  }
}

/** Draw the screen that the address names. */
async function route(moveFocus = true): Promise<void> {
  const parts = addressParts(location.hash);
  const [, name = "", argument = ""] = parts ?? [];
  const own = (routed += 1);
  study?.destroy();
  study = undefined;
  try {
    if (!parts) throw new Error("The address has a % that begins no letter: it may have been cut off.");
    const drawn = await made(name, argument);
    // The visitor may have moved to another screen meanwhile.
    if (own !== routed) return;
    fill(screen, drawn);
    if (moveFocus) scrollTo(0, 0);
  } catch (failure) {
    if (own !== routed) return;
    fill(
      screen,
      h("h2", { tabindex: -1 }, "This cannot be shown"),
      h("p", { role: "alert" }, failure instanceof Error ? failure.message : String(failure)),
    );
  }
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${name === "study" ? "studies" : name}`)
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // For a visitor who came by a link, a screen reader speaks the new heading; at first the focus stays where the browser put it.
  if (moveFocus) screen.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
}

/** Screens that need a server. */
const SERVED = ["stored", "studies", "study"];

/** Make the screen of a name. */
async function made(name: string, argument: string): Promise<HTMLElement> {
  if (!isServed && SERVED.includes(name))
    throw new Error("This site has the page alone: studies and results folders are at hand where cellwise serve runs.");
  if (name === "run") {
    const run = await runView();
    if (argument && !run.session.find(argument)) run.session.openRun(argument);
    return run.element;
  }
  if (name === "scenario") {
    const [run, scenario] = [await runView(), await fromAddress(argument)];
    void run.session.open(scenario, String(scenario["title"] || "Scenario"));
    return run.element;
  }
  if (name === "stored") {
    const run = await runView();
    await run.session.openResults(await api.results(argument), argument);
    return run.element;
  }
  if (name === "studies") return studyList();
  if (name === "study") {
    study = await new StudyView(argument, (scenario, title) => void openScenario(scenario, title)).load();
    return study.element;
  }
  return gallery({
    runner,
    runs: view?.session.kept.list() ?? [],
    forget: (id) => view?.session.kept.forget(id),
    isServed,
    drawn: prepare,
    openTemplate: (scenario, title) => void openScenario(scenario, title, true),
    openFile: (file) => void openFile(file),
    compare: (id) => void compare(id),
  });
}

async function begin(): Promise<void> {
  runner.start();
  const connection = isServed ? new Connection(() => !screen.contains(view?.element ?? null) && void route()) : null;
  const nav = h(
    "nav",
    { "aria-label": "Screens" },
    [
      ["#/", "Gallery"],
      ["#/run", "Run"],
      ...(isServed ? [["#/studies", "Studies"]] : []),
    ].map(([href, text]) => h("a", { href }, text)),
  );
  document.body.append(
    h(
      "a",
      { class: "skip", href: "#main", onclick: (event: Event) => (event.preventDefault(), screen.focus()) },
      "Skip to the content",
    ),
    h(
      "header",
      {},
      h("h1", {}, "Cellwise"),
      nav,
      themeSwitch(() => view?.rebuild()),
    ),
    connection?.banner ?? "",
    screen,
    footer,
  );
  acceptDrops((file) => void openFile(file));
  addEventListener("hashchange", () => void route());
  await route(false);
  const about = isServed ? await api.about().catch(() => null) : null;
  if (about) footer.textContent = `Cellwise ${about.version}${about.folder ? ` · results in ${about.folder}` : ""}`;
}

// For work with the page from the browser's console.
Object.assign(globalThis, { cellwise: { runs: () => view?.session.kept } });

void begin();
