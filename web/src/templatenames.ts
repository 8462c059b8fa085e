/** The names of networks in words, in the order in which they are shown: first those that most people have at home. */
const WORDS: Record<string, string> = {
  dsl: "A home on an ADSL line",
  vdsl2: "A home on a VDSL2 line",
  rrul: "Latency under load",
  "ethernet-bottleneck": "One Ethernet link between two routers",
  "n-source": "Many senders, one ATM link",
  "two-node": "A wide-area ATM trunk",
  "parking-lot": "Several trunks in a row",
  "downstream-bottleneck": "A second bottleneck downstream",
  "policed-vc": "A connection with a contract",
  adsl: "Many noisy ADSL lines",
};

/** A template's name in words; one that has none keeps its own. */
export function inWords(template: string): string {
  return WORDS[template] ?? template;
}

/** Templates in the order in which they are shown; those without a name in words come last. */
export function inOrder<T extends { name: string }>(templates: T[]): T[] {
  const order = Object.keys(WORDS);
  const place = ({ name }: T): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return templates.toSorted((a, b) => place(a) - place(b));
}
