import { formatLatestDeploymentTexts, type LatestDeploymentTexts } from '../domain/deploymentText.ts';
import type { Node } from './node.ts';

/**
 * What rows say of their latest deployments: its age is that of when they are drawn. `now`: in ms since 1970.
 */
export function createDeploymentLabels(language: string, now: () => number) {
  /** What each row said as it was drawn last, by its id. */
  const drawn = new Map<string, { readonly row: Node; readonly shown: Node; readonly text: string }>();
  return {
    /** `row`: of the tree; `shown`: as its features decorate it. */
    onDidRender(row: Node, shown: Node): LatestDeploymentTexts | undefined {
      if (shown.state === undefined) {
        drawn.delete(row.id);
        return undefined;
      }
      const texts = formatLatestDeploymentTexts(shown.state, language, now());
      drawn.set(row.id, { row, shown, text: texts.narrow });
      return texts;
    },
    /** Rows that would say something else now. Told once: one that is gone isn't drawn again. */
    takeOutdated(): readonly Node[] {
      const outdated = [...drawn.values()].filter(
        ({ shown: { state }, text }) =>
          state !== undefined && text !== formatLatestDeploymentTexts(state, language, now()).narrow,
      );
      for (const { row } of outdated) drawn.delete(row.id);
      return outdated.map(({ row }) => row);
    },
  };
}
