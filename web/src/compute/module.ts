/** The simulator: fetched or unpacked, and compiled while it comes. */

const TYPE = "application/wasm";
/** How files begin that gzip has packed. */
const PACKED = 0x1f;

/** Compile the simulator at an address, or given as gzip has packed it. */
export async function compiled(module: URL | ArrayBuffer): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new Error("This page has no WebAssembly, which the simulator is written in.");
  const response = module instanceof URL ? await fetched(module.href) : new Response(module);
  try {
    return await WebAssembly.compileStreaming(isWasm(response) ? response : await unpacked(response));
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    throw new Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${why}`);
  }
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (response.ok) return response;
  throw new Error(
    response.status === 404
      ? "The simulator for browsers is not there: make build says why, and builds it where it can."
      : `${address}: ${response.status} ${response.statusText}`,
  );
}

/** Whether it has the type of WebAssembly: not every host sends it, and without it browsers compile nothing during the transfer. */
function isWasm(response: Response): boolean {
  return response.headers.get("Content-Type")?.startsWith(TYPE) ?? false;
}

/** The same without gzip. Some hosts mark a packed file as packed, and browsers unpack it; others do not. */
async function unpacked(response: Response): Promise<Response> {
  if (!response.body) throw new Error("it is empty");
  const [begin, whole] = response.body.tee();
  const reader = begin.getReader();
  const first = await reader.read();
  void reader.cancel();
  const octets = first.value?.[0] === PACKED ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  return new Response(octets, { headers: { "Content-Type": TYPE } });
}
