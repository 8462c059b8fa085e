/** Octets that a visitor gave, read no further than a bound. */

/** The largest scenario that is taken: as much as `cellwise serve` takes in one request. */
export const MOST_OCTETS = 4 << 20;

export class TooLargeError extends Error {}

/** Read a stream to its end; refuses, and reads no further, where it has more than `most` octets. */
export async function bounded(
  stream: ReadableStream<Uint8Array>,
  what: string,
  most = MOST_OCTETS,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let count = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    count += value.length;
    if (count > most) {
      void reader.cancel().catch(() => {});
      throw new TooLargeError(`${what} is larger than ${inMib(most)}, and is not read.`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(count);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function inMib(octets: number): string {
  return `${octets / (1 << 20)} MiB`;
}
