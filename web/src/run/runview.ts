/** The screen of a run: settings on one side; network, numbers, plots and cells on the other. */

import { debounce, fill, h } from "../base/dom.ts";
import type { Table } from "../base/json.ts";
import { Refused, type Runner } from "../compute/runner.ts";
import { SettingsPanel } from "../form/panel.ts";
import { SchemaReader } from "../form/schema.ts";
import type { Curve } from "../plot/curves.ts";
import { Strips, zoomButtons } from "../plot/strips.ts";
import { View } from "../plot/view.ts";
import type { Mistake, RunInfo } from "../types.ts";
import { busyFrom } from "./beginning.ts";
import type { LanePort } from "./laneaxis.ts";
import { Lanes } from "./lanes.ts";
import { Losses } from "./losses.ts";
import { Motion } from "./motion.ts";
import type { Moves, Part } from "./moves.ts";
import { Player, STEPS } from "./player.ts";
import { roundTripTexts } from "./roundtrips.ts";
import { Rows } from "./rows.ts";
import { RunList } from "./runlist.ts";
import { Session, type ShownRun } from "./session.ts";
import { saveButtons } from "./share.ts";
import { TopologyView } from "./topology.ts";

/** A step for each place of the scrub bar: what happens between two places belongs to the first. */
const PLAYBACK_STEPS = STEPS + 1;

export class RunView {
  readonly element: HTMLElement;
  readonly session: Session;
  private readonly view = new View(1);
  private readonly player = new Player(this.view);
  private readonly motion: Motion;
  private readonly topology: TopologyView;
  private readonly strips: Strips;
  private readonly lanes: Lanes;
  private readonly losses: Losses;
  private readonly panel: SettingsPanel;
  private readonly title = h("h2", { tabindex: -1 }, "Run");
  private readonly status = h("p", { class: "status", role: "status", "aria-live": "polite", "data-testid": "status" });
  private readonly settings: HTMLDetailsElement;
  private readonly playbackSoon = debounce(150, () => void this.loadPlayback());
  private readonly nothing = h(
    "p",
    { class: "help" },
    "No run yet. Open a template in the ",
    h("a", { href: "#/" }, "gallery"),
    ", or drop a scenario on the page.",
  );
  private readonly something = h("div", { hidden: true });
  private shown = "";
  private looked = "";
  /** Whether the next run plays by itself. */
  private plays = false;

  constructor(schema: Table, runner: Runner) {
    const session = (this.session = new Session(runner));
    const { view } = this;
    const ground = {
      picture: () => this.topology.picture,
      ends: (from: string, to: string) => this.topology.ends(from, to),
    };
    this.motion = new Motion(view, ground, {
      load: (part) => this.movesIn(part),
      play: () => this.player.playing || this.player.toggle(),
      title: () => session.newest?.label ?? session.title,
    });
    this.topology = new TopologyView(this.motion.canvas);
    this.panel = new SettingsPanel(
      new SchemaReader(schema),
      (scenario) => void session.change(scenario as Table),
      (scenario) => session.kept.kindsOf(scenario as Table),
    );
    this.strips = new Strips(view, {
      seen: ({ run, info }, from_s, to_s, columns) => session.kept.series(run, info, from_s, to_s, columns),
      whole: ({ run, info }) => session.kept.whole(run, info),
    });
    this.lanes = new Lanes(view, (port, from_s, to_s) =>
      session.kept.lanes(session.newest?.id ?? "", port, from_s, to_s),
    );
    this.losses = new Losses(view, session);
    this.settings = h(
      "details",
      { class: "side", open: innerWidth > 900 },
      h("summary", {}, "Settings"),
      this.panel.element,
    );
    this.element = h(
      "div",
      { class: "runview" },
      this.settings,
      h(
        "div",
        { class: "main" },
        h("div", { class: "titlebar" }, this.title, this.status),
        this.nothing,
        this.something,
      ),
    );
    this.something.append(
      new RunList(session).element,
      new Rows(session).element,
      this.topology.element,
      this.player.element,
      this.motion.element,
      h("div", { class: "toolbar" }, zoomButtons(view), saveButtons(session, this.strips)),
      this.strips.element,
      this.losses.element,
      this.lanes.element,
    );
    this.panel.show({});
    this.connect();
  }

  private connect(): void {
    const { session, view } = this;
    session.opened.on((scenario) => {
      this.title.textContent = session.title;
      this.panel.show(scenario);
      view.at.set(0);
      view.reset();
    });
    session.issues.on((issues) => this.showIssues(issues));
    session.status.on((text) => text !== this.status.textContent && fill(this.status, text));
    session.runs.on(() => this.update());
    view.at.on((at_s) => this.topology.update(at_s, this.player.playing));
    view.window.on(() => this.playbackSoon());
    // A visitor who does something here meanwhile is not interrupted.
    for (const event of ["pointerdown", "keydown"]) this.element.addEventListener(event, () => (this.plays = false), true);
    this.strips.onTarget = (strip) => strip.family.name === "sequence" && this.losses.follow(strip);
    this.strips.onError = (failure) =>
      (this.status.textContent = failure instanceof Error ? failure.message : String(failure));
    this.strips.onDrawn = () => (this.element.dataset["drawn"] = String(Math.round(performance.now())));
  }

  /** Show what is new: curves if other runs are shown, network if another is the newest. */
  private update(): void {
    const runs = this.session.finished;
    this.something.hidden = this.session.runs.value.length === 0;
    this.nothing.hidden = !this.something.hidden;
    const shown = JSON.stringify(runs.map((run) => [run.id, run.label]));
    if (shown !== this.shown) {
      this.shown = shown;
      this.view.setEnd(
        Math.max(...runs.map((run) => run.info.simulated_s ?? run.info.summary?.simulated_s ?? 1), 1e-9),
      );
      this.strips.setCurves(runs.flatMap(curvesOf));
      this.strips.get("rtt")?.setMarks([], roundTripTexts(runs));
    }
    const newest = this.session.newest;
    if (!newest?.info || newest.id === this.looked) return;
    this.looked = newest.id;
    this.topology.show(newest.info.topology);
    this.motion.show(newest.info.topology);
    this.lanes.setPorts(lanePorts(newest.info));
    this.playbackSoon();
  }

  private async loadPlayback(): Promise<void> {
    const run = this.session.newest;
    if (!run?.info) return;
    const { from_s, to_s } = this.view.window.value;
    try {
      const playback = await this.session.kept.playback(run.id, PLAYBACK_STEPS, from_s, to_s);
      this.topology.setPlayback(playback);
      this.topology.update(this.view.at.value);
      if (this.plays) this.playFrom(busyFrom(playback));
    } catch {
      // The network is drawn without its load.
      this.topology.setPlayback(null);
    }
  }

  private movesIn(part: Part): Promise<Moves> {
    const run = this.session.newest;
    if (!run?.info?.topology) throw new Error("There is no run to follow.");
    return this.session.kept.moves(run.id, run.info.topology, part);
  }

  /** Let the run that is opened next play by itself, for those who want to see things move. */
  playNext(): void {
    this.player.pause();
    this.plays = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private playFrom(at_s: number): void {
    this.plays = false;
    this.view.at.set(at_s);
    if (!this.player.playing) this.player.toggle();
  }

  rebuild(): void {
    this.strips.rebuild();
    this.lanes.draw();
    this.session.runs.touch();
  }

  /** Mistakes are shown in the settings, which open for them, and nowhere else. */
  private showIssues(issues: Mistake[]): void {
    if (issues.length) this.settings.open = true;
    this.panel.showIssues(issues);
  }

  showFailure(failure: unknown, file = "It"): void {
    const issues = failure instanceof Refused ? failure.issues : [];
    if (issues.length) this.showIssues(issues);
    const message = failure instanceof Error ? failure.message : String(failure);
    fill(this.status, issues.length ? `${file} was not opened: its mistakes are shown in the settings.` : message);
  }

  focus(): void {
    this.title.focus();
  }
}

/** Put what belongs to the bottleneck first, and leave the order of all else. */
function busiestFirst<T>(given: readonly T[], info: RunInfo | null, portOf: (one: T) => string): T[] {
  const rank = (one: T): number => Number(portOf(one) !== info?.summary?.bottleneck?.port);
  return given.toSorted((a, b) => rank(a) - rank(b));
}

/** The ports whose cells or packets can be shown, with their rates. */
function lanePorts(info: RunInfo): LanePort[] {
  const { ports, packet_ports, topology } = info;
  const directions = topology.links.flatMap((link) => link.directions);
  const rates = new Map(directions.map(({ port, rate_bps }) => [port, rate_bps]));
  const port = (name: string, ofPackets: boolean): LanePort => ({ name, ofPackets, rate_bps: rates.get(name) });
  const all = [...ports.map((name) => port(name, false)), ...packet_ports.map((name) => port(name, true))];
  const found = info.summary?.bottleneck;
  // A router's port of cells is no switch's, and so not listed.
  if (found && !found.is_adapter && !all.some(({ name }) => name === found.port)) all.push(port(found.port, false));
  return busiestFirst(all, info, ({ name }) => name);
}

/** The curves of a run, those of its bottleneck first: where not all can be shown, they are. */
function curvesOf(run: ShownRun): Curve[] {
  return busiestFirst(run.info?.series ?? [], run.info, ({ target }) => target).map((info) => ({
    run: run.id,
    label: run.label,
    rank: run.rank,
    info,
  }));
}
