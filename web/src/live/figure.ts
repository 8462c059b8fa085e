/** The description of a live figure of the documentation, and the controls of a widget. */

/** One value that a reader may change. */
export interface Control {
  /** The settings that take the value, as `--set` names them. */
  paths: string[];
  label: string;
  /** As scenarios write them, from the least to the greatest if they have an order. */
  values: string[];
  /** Which of them the scenario has. */
  at: number;
  kind: "slider" | "choice";
}

export interface Figure {
  title: string;
  /** A scenario as JSON text. */
  scenario: string;
  /** The part that is shown at first; `null` for all of it. */
  from_s: number | null;
  to_s: number | null;
  /** Whether the unchanged example remains in sight next to the one that a reader has changed. */
  compared: boolean;
  controls: Control[];
}
