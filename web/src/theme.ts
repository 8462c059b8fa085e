/** Dark or light: as the system has it, or as the visitor chose. */

import { button } from "./base/dom.ts";
import { isDark } from "./base/palette.ts";

const KEY = "cellwise-theme";

/** A switch; `changed` is called at every change, also at one of the system's. */
export function themeSwitch(changed: () => void): HTMLButtonElement {
  const root = document.documentElement;
  const stored = localStorage.getItem(KEY);
  if (stored === "dark" || stored === "light") root.dataset["theme"] = stored;
  const name = (): string => (isDark() ? "Light colours" : "Dark colours");
  const toggle = button(
    name(),
    () => {
      root.dataset["theme"] = isDark() ? "light" : "dark";
      localStorage.setItem(KEY, root.dataset["theme"]);
      toggle.textContent = name();
      changed();
    },
    { "data-testid": "theme" },
  );
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    toggle.textContent = name();
    changed();
  });
  return toggle;
}
