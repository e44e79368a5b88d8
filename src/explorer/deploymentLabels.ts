import { formatLatestDeploymentTexts, type LatestDeploymentTexts } from '../domain/deploymentText.ts';
import type { Node } from './node.ts';

/** Creates the texts about latest deployments, with the age at the time of drawing. `now`: returns ms since 1970. */
export function createDeploymentLabels(language: string, now: () => number) {
  /** The last drawn text of each row, by its ID. */
  const drawn = new Map<string, { readonly row: Node; readonly shown: Node; readonly text: string }>();
  return {
    /** Returns the texts of a row. `row`: row of the tree. `shown`: row after decoration. */
    onDidRender(row: Node, shown: Node): LatestDeploymentTexts | undefined {
      if (shown.deploymentState === undefined) {
        drawn.delete(row.id);
        return undefined;
      }
      const texts = formatLatestDeploymentTexts(shown.deploymentState, language, now());
      drawn.set(row.id, { row, shown, text: texts.narrow });
      return texts;
    },
    /** Returns the rows whose text has changed, and forgets them until they are drawn again. */
    takeOutdated(): readonly Node[] {
      const outdated = [...drawn.values()].filter(
        ({ shown: { deploymentState }, text }) =>
          deploymentState !== undefined &&
          text !== formatLatestDeploymentTexts(deploymentState, language, now()).narrow,
      );
      for (const { row } of outdated) drawn.delete(row.id);
      return outdated.map(({ row }) => row);
    },
  };
}
