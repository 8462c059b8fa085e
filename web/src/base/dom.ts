/** Elements in one expression. Nothing here sets inline styles from text, which the page's policy forbids. */

export type Child = Node | string | number | null | undefined | false | Child[];
export type Props = Record<string, unknown>;

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element; `on…` are listeners, booleans are attributes with or without, the rest are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, props);
  append(element, children);
  return element;
}

/** Make an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  apply(element, props);
  append(element, children);
  return element;
}

function apply(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "value") (element as HTMLInputElement).value = String(value);
    else if (name === "checked") (element as HTMLInputElement).checked = true;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

/** Put these children instead of the present ones. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** A real button. */
export function button(label: Child, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...props }, label);
}

let ids = 0;

/** A name for an element that others refer to. */
export function uid(stem: string): string {
  ids += 1;
  return `${stem}-${ids}`;
}

/** Call at most so often; the last call is made in any case, when its time has come. */
export function throttle(every_ms: number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last_ms = -Infinity;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        last_ms = performance.now();
        call();
      },
      Math.max(0, last_ms + every_ms - performance.now()),
    );
  };
}

/** Wait for a pause of calls, then call once with the last arguments. */
export function debounce<A extends unknown[]>(wait_ms: number, call: (...args: A) => void): (...args: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), wait_ms);
  };
}
