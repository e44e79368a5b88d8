import type { PanelKind, Panels } from '../editor/panel/panels.ts';
import { omitUndefined } from '../fields.ts';
import { formatPanelTitle } from './formatPanelTitle.ts';
import { getTextLimit } from './limits.ts';
import { LogPanel, type LogPanelContext } from './panel.ts';
import type { LogQuery } from './read/logSource.ts';
import { createServiceFilter } from './read/logSource.ts';
import { type PanelIdentity, readSavedState, type SavedState } from './savedState.ts';
import { createTextBudget } from './textBudget.ts';

/** The saved data of a panel that identifies it and restores it. */
export type SavedLogPanel = Pick<SavedState, 'identity' | 'isLive'>;

/** Creates the kind of log panels: one panel for each environment and for each deployment. */
export function createLogPanelKind(context: LogPanelContext): PanelKind<SavedLogPanel, LogPanel> {
  const budget = createTextBudget(getTextLimit);
  return {
    readSaved: readSavedState,
    getKey: ({ identity: { baseUrl, environmentId, deploymentId } }) =>
      JSON.stringify(
        deploymentId === undefined ? [baseUrl, environmentId] : [baseUrl, 'deployment', deploymentId],
      ),
    getTitle: ({ identity }) => formatPanelTitle(identity),
    create(webviewPanel, { identity, isLive }, isRestored) {
      const panel = new LogPanel(webviewPanel, identity, context, budget);
      const { range, level, search } = identity;
      const query = { ...omitUndefined({ range }), filter: createServiceFilter(level, search) };
      // Not awaited, because the editor waits for the panel, not for its entries. It never rejects.
      if (isRestored) void panel.load(query, isLive);
      return panel;
    },
  };
}

/**
 * Shows the panel, and returns it when its entries are loaded or loading has failed. Rejects if no service is selected.
 */
export async function showLogPanel(
  panels: Panels<SavedLogPanel, LogPanel>,
  { connection }: Pick<LogPanelContext, 'connection'>,
  subject: Omit<PanelIdentity, 'baseUrl'>,
  query: LogQuery,
): Promise<LogPanel> {
  await connection.client();
  const identity = { ...subject, baseUrl: connection.baseUrl ?? '' };
  const isLive = !query.range;
  const { opened, isNew } = await panels.open({ identity, isLive });
  if (isNew || !isSameQuery(opened.query, query)) {
    await opened.load(query, isLive);
  } else {
    opened.retryFailed();
    await opened.whenIdle;
  }
  return opened;
}

/** Whether both queries return the same entries. A range never does, because "the last hour" changes. */
function isSameQuery(current: LogQuery, requested: LogQuery): boolean {
  return (
    !requested.range && !current.range && JSON.stringify(current.filter) === JSON.stringify(requested.filter)
  );
}
