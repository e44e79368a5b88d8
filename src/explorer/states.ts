import { latestText } from './deploymentStatus.ts';
import type { Node } from './node.ts';

/** What rows say of their latest deployments: its age is that of when they are drawn. `now`: in ms since 1970. */
export function createStates(now: () => number) {
  /** The words of each row as it was drawn last, by its id. */
  const drawn = new Map<string, { readonly row: Node; readonly shown: Node; readonly text: string }>();
  const textOf = ({ state }: Node, style: 'narrow' | 'long'): string =>
    state === undefined ? '' : latestText(state, style, now());
  return {
    /** `row`: of the tree; `shown`: as its features draw it. */
    drawn(row: Node, shown: Node): Node {
      const text = textOf(shown, 'narrow');
      if (text === '') {
        drawn.delete(row.id);
        return shown;
      }
      drawn.set(row.id, { row, shown, text });
      const { description = '', accessibilityLabel: said } = shown;
      const stated = { ...shown, description: description === '' ? text : `${text} · ${description}` };
      if (said === undefined) return stated;
      return Object.assign(stated, { accessibilityLabel: `${said}, ${textOf(shown, 'long')}` });
    },
    /** Rows that would say something else now. Told once: one that is gone is not drawn again. */
    takeOutdated(): readonly Node[] {
      const outdated = [...drawn.values()].filter(({ shown, text }) => text !== textOf(shown, 'narrow'));
      for (const { row } of outdated) drawn.delete(row.id);
      return outdated.map(({ row }) => row);
    },
  };
}
