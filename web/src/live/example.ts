/** An example that is run here, with the values that its controls have now. */

import { plain, readable } from "../base/quantity.ts";
import type { Runner } from "../compute/runner.ts";
import type { Curve, Points } from "../plot/curves.ts";
import type { PointSource } from "../plot/source.ts";
import type { Column } from "../run/columns.ts";
import { ROUND_TRIP, roundTripTexts, withTrips } from "../run/roundtrips.ts";
import type { RunInfo } from "../types.ts";
import type { Control } from "./figure.ts";

const NONE: Points = { time_s: new Float64Array(), value: new Float64Array() };

export class Example implements PointSource {
  /** Which of its values each control has. */
  readonly chosen: number[];
  private trips = new Map<string, Points>();

  constructor(
    private readonly runner: Runner,
    /** The name of its run in the worker. */
    private readonly key: string,
    private readonly scenario: string,
    private readonly controls: Control[],
  ) {
    this.chosen = controls.map(({ at }) => at);
  }

  /** Run it and describe the result; null if it is run again meanwhile. */
  async run(onShare: (share: number) => void): Promise<RunInfo | null> {
    const changes = this.controls.flatMap(({ paths, values }, index) =>
      paths.map((path): [string, string] => [path, values[this.chosen[index] ?? 0] ?? ""]),
    );
    const ran = await this.runner.run<RunInfo>(this.key, this.scenario, { changes }, onShare);
    return ran && this.withTrips(ran);
  }

  /** Take its results, which were made elsewhere. */
  async take(octets: ArrayBuffer): Promise<RunInfo> {
    return this.withTrips((await this.runner.take<{ described: RunInfo }>(this.key, octets)).described);
  }

  private async withTrips(ran: RunInfo): Promise<RunInfo> {
    const table = (name: string): Promise<Record<string, Column> | null> => this.runner.about(this.key, { ask: "table", name });
    const { info, trips } = await withTrips(ran, table);
    this.trips = trips;
    return info;
  }

  async seen({ info }: Curve, from_s: number, to_s: number, width: number): Promise<Points> {
    if (info.quantity === ROUND_TRIP) return this.trips.get(info.target) ?? NONE;
    const found = await this.runner.about<Points>(this.key, { ask: "points", index: info.index, from_s, to_s, width });
    return found ?? NONE;
  }

  async whole({ info }: Curve): Promise<Points> {
    if (info.quantity === ROUND_TRIP) return this.trips.get(info.target) ?? NONE;
    return (await this.runner.series(this.key, info.index)) ?? NONE;
  }
}

/** The results of the run, in a sentence, and in another one those of its pings. */
export function numbers(info: RunInfo): string {
  const { summary } = info;
  const throughput_bps = summary?.throughput_bps ?? 0;
  const cell_loss_ratio = summary?.cell_loss_ratio ?? 0;
  const lost = !summary?.audit?.["sent"] ? "" : `; ${plain(Number((100 * cell_loss_ratio).toPrecision(3)))} % of the cells lost`;
  const all = `All flows together: ${readable(Number(throughput_bps.toPrecision(4)), "bit/s")}${lost}.`;
  return `${all} ${roundTripTexts([{ label: "", info }])}`.trim();
}
