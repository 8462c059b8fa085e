/** Colours that every kind of colour vision can distinguish: those of the printed plots, and for dark. */
const LIGHT = ["#0b4f8a", "#e69f00", "#12876a", "#a83a14", "#c77cb0", "#1a1a1a", "#62b8ea"];
const DARK = ["#3a78f0", "#f0b400", "#139a78", "#c9502a", "#d98fc4", "#ffffff", "#8cd8ff"];

/** Patterns of lines, for more lines than colours: none, dashes, dots, both; in pixels. */
export const DASHES: number[][] = [[], [8, 4], [2, 3], [8, 3, 2, 3]];

export function isDark(): boolean {
  // JupyterLab names its theme on its body.
  const notebook = document.body.dataset["jpThemeLight"];
  const chosen = notebook ? (notebook === "true" ? "light" : "dark") : document.documentElement.dataset["theme"];
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function colour(index: number, dark = isDark()): string {
  const colours = dark ? DARK : LIGHT;
  return colours[index % colours.length] ?? "#808080";
}

/** The colours of everything except the data. */
export function ink(dark = isDark()): { text: string; grid: string; alarm: string; back: string } {
  return dark
    ? { text: "#c8c8c8", grid: "#3a3f46", alarm: "#ff8a65", back: "#16191d" }
    : { text: "#4a4a4a", grid: "#dddddd", alarm: "#a83a14", back: "#ffffff" };
}
