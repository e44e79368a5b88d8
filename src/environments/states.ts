import type { Node } from '../explorer/node.ts';
import { type EnvironmentNode, stateText } from './nodes.ts';

/** What the rows of environments say of their latest deployments: their ages are those of when they are drawn. */
export function createStates(now: () => number) {
  /** As drawn last, by row. */
  const drawn = new Map<string, { readonly row: EnvironmentNode; readonly text: string }>();
  return {
    /** `row`: the row of the tree; `shown`: as others draw it. */
    drawn(row: Node, shown: Node): Node {
      if (row.kind !== 'environment') return shown;
      const text = stateText(row as EnvironmentNode, now());
      drawn.set(row.id, { row: row as EnvironmentNode, text });
      return {
        ...shown,
        description: [text, shown.description ?? ''].filter((part) => part !== '').join(' · '),
      };
    },
    /** Rows that would say something else now. */
    outdated: (): readonly Node[] =>
      [...drawn.values()].filter(({ row, text }) => text !== stateText(row, now())).map(({ row }) => row),
  };
}
