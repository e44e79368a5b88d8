import { formatLatestDeploymentTexts, type LatestDeploymentTexts } from '../domain/deploymentText.ts';
import type { Node } from './node.ts';

/**
 * Creates the texts about latest deployments, and tracks which rows show an outdated age. `now`: returns the time in
 * milliseconds since the epoch.
 */
export function createDeploymentLabels(language: string, now: () => number) {
  /** The last rendered text of each row, by row ID. */
  const renderedRows = new Map<
    string,
    { readonly row: Node; readonly decoratedRow: Node; readonly text: string }
  >();
  return {
    /**
     * Returns the texts of a row, or `undefined` if it has no deployment. `row`: row of the tree. `decoratedRow`: the
     * same row with its current state.
     */
    render(row: Node, decoratedRow: Node): LatestDeploymentTexts | undefined {
      if (decoratedRow.deploymentState === undefined) {
        renderedRows.delete(row.id);
        return undefined;
      }
      const texts = formatLatestDeploymentTexts(decoratedRow.deploymentState, language, now());
      renderedRows.set(row.id, { row, decoratedRow, text: texts.short });
      return texts;
    },
    /** Returns the rows whose text has changed, and forgets them until they are rendered again. */
    takeOutdated(): readonly Node[] {
      const outdated = [...renderedRows.values()].filter(
        ({ decoratedRow: { deploymentState }, text }) =>
          deploymentState !== undefined &&
          text !== formatLatestDeploymentTexts(deploymentState, language, now()).short,
      );
      for (const { row } of outdated) renderedRows.delete(row.id);
      return outdated.map(({ row }) => row);
    },
  };
}
