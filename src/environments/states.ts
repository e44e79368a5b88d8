import { latestText } from '../explorer/deploymentStatus.ts';
import type { Node } from '../explorer/node.ts';
import type { EnvironmentNode } from './nodes.ts';

/** What the rows of environments say of their latest deployments: their ages are those of when they are drawn. */
export function createStates(now: () => number) {
  /** As drawn last, by row. */
  const drawn = new Map<string, { readonly row: EnvironmentNode; readonly text: string }>();
  const textOf = ({ latestDeployment }: EnvironmentNode): string =>
    latestDeployment ? latestText(latestDeployment, 'narrow', now()) : '';
  return {
    /** `row`: the row of the tree; `shown`: as others draw it. */
    drawn(row: Node, shown: Node): Node {
      if (row.kind !== 'environment') return shown;
      const text = textOf(row as EnvironmentNode);
      drawn.set(row.id, { row: row as EnvironmentNode, text });
      const description = [text, shown.description ?? ''].filter((part) => part !== '').join(' · ');
      return { ...shown, description };
    },
    /** Rows that would say something else now. Told once: one that is gone is not drawn again. */
    takeOutdated(): readonly Node[] {
      const outdated = [...drawn.values()].filter(({ row, text }) => text !== textOf(row));
      for (const { row } of outdated) drawn.delete(row.id);
      return outdated.map(({ row }) => row);
    },
  };
}
