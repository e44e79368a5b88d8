/** Limits the text of all log panels together, in bytes, because they share the extension host. */
export interface TextBudget {
  /** Adds a panel. `getSize` returns the size of its text in bytes. */
  addPanel(getSize: () => number): TextShare;
}

interface TextShare {
  /** Returns the current limit of this panel. */
  readonly limit: () => number;
  /** Removes the panel. */
  readonly dispose: () => void;
}

/** Minimum limit of each panel as a share of the total, so that a new panel is usable. */
const minShare = 0.1;

/** Creates a budget. `getTotal` returns its size in bytes. */
export function createTextBudget(getTotal: () => number): TextBudget {
  const panelSizes = new Set<() => number>();
  return {
    addPanel(getSize) {
      // A wrapper, because two panels can pass the same function.
      const getOwnSize = () => getSize();
      panelSizes.add(getOwnSize);
      return {
        limit() {
          const othersSize = [...panelSizes].reduce(
            (sum, getPanelSize) => (getPanelSize === getOwnSize ? sum : sum + getPanelSize()),
            0,
          );
          return Math.max(getTotal() - othersSize, getTotal() * minShare);
        },
        dispose: () => panelSizes.delete(getOwnSize),
      };
    },
  };
}
