/** Brings the pictures of a page of the documentation to life. Nothing is loaded for it until a run is requested. */

import "uplot/dist/uPlot.min.css";
import "../style/strips.css";
import "../style/figure.css";
import { Runner } from "../compute/runner.ts";
import type { Figure } from "../live/figure.ts";
import { LiveFigure } from "./live.ts";

/** This file's own place: the site's other parts are found from here, wherever it is. */
const HERE = import.meta.url;

/** The pages of the documentation have a switch that says light, dark or as the system has it. */
function followTheme(changed: () => void): void {
  const root = document.documentElement;
  const follow = (): void => {
    const theme = document.body.dataset["theme"];
    if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
    else delete root.dataset["theme"];
    changed();
  };
  follow();
  new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}

const runner = new Runner(new URL("worker.js", HERE), new URL("_core.wasm.gz", HERE));
const figures = [...document.querySelectorAll<HTMLElement>("[data-figure]")].map(
  (place, number) => new LiveFigure(place, number, JSON.parse(place.dataset["figure"] ?? "") as Figure, runner),
);
if (figures.length) followTheme(() => figures.forEach((one) => one.rebuild()));
