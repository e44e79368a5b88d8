/** How much text the log panels hold together, so that all of them fit into the one host that they share. In bytes. */
export interface TextBudget {
  /** Another panel that holds text. */
  join(held: () => number): TextShare;
}

interface TextShare {
  /** How much this panel may hold, as things are. */
  readonly limit: () => number;
  /** The panel is gone. */
  readonly dispose: () => void;
}

/** Of the whole, what each panel may hold whatever the others do: a new one must be of use. */
const minShare = 0.1;

/** Makes a budget of `total` bytes that no one uses yet. */
export function createTextBudget(total: () => number): TextBudget {
  const members = new Set<() => number>();
  return {
    join(held) {
      // A function of its own: two panels may be told of by the same one.
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
