/** The simulator: fetched or unpacked, and compiled while it comes. */

/** How files begin that gzip has packed. */
const PACKED = 0x1f;

/** Compile the simulator at an address, or given as gzip has packed it. */
export async function compiled(module: URL | ArrayBuffer): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new Error("This page has no WebAssembly, which the simulator is written in.");
  const given = module instanceof URL ? await fetched(module.href) : new Blob([module]).stream();
  try {
    const octets = await unpacked(given);
    // Not every host knows the type of such files, without which browsers compile nothing while it comes.
    return await WebAssembly.compileStreaming(new Response(octets, { headers: { "Content-Type": "application/wasm" } }));
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${why}`);
  }
}

async function fetched(address: string): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(address);
  if (response.ok && response.body) return response.body;
  throw new Error(
    response.status === 404
      ? "The simulator for browsers is not there: make build says why, and builds it where it can."
      : `${address}: ${response.status} ${response.statusText}`,
  );
}

/** Octets as they are without gzip. Some hosts say of a packed file that it is, and browsers unpack it; others do not. */
async function unpacked(octets: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = octets.getReader();
  const first = await reader.read();
  const whole = new ReadableStream<Uint8Array>({
    start: (to) => (first.value ? to.enqueue(first.value) : to.close()),
    pull: async (to) => {
      const { value } = await reader.read();
      if (value) to.enqueue(value);
      else to.close();
    },
  });
  const isPacked = first.value?.[0] === PACKED;
  return isPacked ? whole.pipeThrough(new DecompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>) : whole;
}
