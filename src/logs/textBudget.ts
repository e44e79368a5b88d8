/** Limits the text of all log panels together, in bytes, because they share the extension host. */
export interface TextBudget {
  /** Adds a panel. `getSize` returns the size of its text in bytes. */
  addPanel(held: () => number): TextShare;
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
export function createTextBudget(total: () => number): TextBudget {
  const members = new Set<() => number>();
  return {
    addPanel(held) {
      // A wrapper, because two panels can pass the same function.
      const getOwnSize = () => held();
      members.add(getOwnSize);
      return {
        limit() {
          const others = [...members].reduce((sum, one) => (one === getOwnSize ? sum : sum + one()), 0);
          return Math.max(total() - others, total() * minShare);
        },
        dispose: () => members.delete(getOwnSize),
      };
    },
  };
}
