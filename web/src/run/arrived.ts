/** Goodput over time: octets at their arrival, computed from the acknowledgments that the sender gets. */

import type { Points } from "../plot/curves.ts";

const WINDOWS = 100;

/** A round width, 1, 2 or 5 times a power of ten, that cuts a span into some hundred windows. */
export function windowOf(span_s: number): number {
  const power = Math.floor(Math.log10(span_s / WINDOWS));
  const width = [1, 2, 5, 10].find((step) => step * 10 ** power * (1 + 1e-9) >= span_s / WINDOWS) ?? 10;
  return Number(`${width}e${power}`);
}

/**
 * The rate in Mbit/s in windows of a part of time, from the sequence number that is acknowledged and the one that is sent next.
 *
 * An acknowledgment after a repair covers octets that came long before it, and would look like a rate that no line has.
 * Its octets came since the acknowledgment before it, or since there was something to send: over that time they are
 * spread.
 */
export function arrived(acknowledged: Points, sent: Points | null, from_s: number, to_s: number, end_s: number): Points {
  const width_s = windowOf(to_s - from_s);
  const first = Math.floor(from_s / width_s + 1e-9);
  const bits = new Float64Array(Math.max(1, Math.ceil(to_s / width_s - 1e-9) - first));
  spread(acknowledged, sent, (begin_s, time_s, octets) => {
    const end = time_s / width_s - first;
    const begin = Math.min(begin_s / width_s - first, end - 1e-9);
    for (let at = Math.max(0, Math.floor(begin)); at < Math.min(bits.length, end); at += 1)
      bits[at] = (bits[at] ?? 0) + (8 * octets * (Math.min(end, at + 1) - Math.max(begin, at))) / (end - begin);
  });
  const time_s = Float64Array.from(bits, (_, at) => (first + at) * width_s);
  // The end of a run may cut its last window short.
  const lasts_s = (at: number): number => Math.max(Math.min(width_s, end_s - (time_s[at] ?? 0)), 1e-9 * width_s);
  return { time_s, value: bits.map((one, at) => one / (1e6 * lasts_s(at))) };
}

/** Every rise of the acknowledged octets, with the time over which its octets came. */
function spread(acknowledged: Points, sent: Points | null, add: (begin_s: number, end_s: number, octets: number) => void): void {
  let begin_s = acknowledged.time_s[0] ?? 0;
  let next = 0;
  for (let at = 1; at < acknowledged.time_s.length; at += 1) {
    const [before = 0, now = 0] = [acknowledged.value[at - 1], acknowledged.value[at]];
    const [last_s = 0, time_s = 0] = [acknowledged.time_s[at - 1], acknowledged.time_s[at]];
    if (!(now > before)) continue;
    while (sent && (sent.time_s[next] ?? Infinity) <= time_s && !((sent.value[next] ?? 0) > before)) next += 1;
    const due_s = Math.max(begin_s, sent?.time_s[next] ?? begin_s);
    // Where samples are so rare that it was sent and acknowledged between two of them.
    add(due_s < time_s ? due_s : last_s, time_s, now - before);
    begin_s = time_s;
  }
}
