/** Runs scenarios in WebAssembly and takes their results apart, for Python to put together; see test_same_bits.py. */

/** A typed array, or names, as JSON has them. */
function plain(column) {
  if (column.words !== undefined) return { words: column.words, rows: [...column.rows] };
  const octets = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  let text = "";
  // Not all at once: a call takes so many arguments only.
  for (let at = 0; at < octets.length; at += 8192) text += String.fromCharCode(...octets.subarray(at, at + 8192));
  return { type: column.constructor.name, octets: btoa(text) };
}

const plains = (columns) => Object.fromEntries(Object.entries(columns).map(([name, one]) => [name, plain(one)]));

export async function outcome(simulator, scenario) {
  const { run, summary, tables, series } = await simulator.run(scenario);
  const found = {
    summary,
    tables: Object.fromEntries(tables.map((name) => [name, plains(simulator.ask({ ask: "table", run, name }))])),
    series: series.map((one, index) => ({ ...one, ...plains(simulator.ask({ ask: "series", run, index })) })),
  };
  simulator.ask({ ask: "forget", run });
  return found;
}
