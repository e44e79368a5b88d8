import type { PanelKind, Panels } from '../editor/panel/panels.ts';
import { omitUndefined } from '../fields.ts';
import type { LogPanelDeps } from './deps.ts';
import { textLimit } from './limits.ts';
import { LogPanel } from './panel.ts';
import { panelTitle } from './panelTitle.ts';
import { createServiceFilter } from './read/logSource.ts';
import type { LogQuery } from './read/sessionState.ts';
import { type PanelIdentity, readSavedState, type SavedState } from './savedState.ts';
import { createTextBudget } from './textBudget.ts';

/** What tells which panel it is, and how it goes on. */
export type SavedLogPanel = Pick<SavedState, 'identity' | 'isLive'>;

/** One for each environment, and for each deployment wherever it was opened from. */
export function createLogPanelKind(deps: LogPanelDeps): PanelKind<SavedLogPanel, LogPanel> {
  const budget = createTextBudget(textLimit);
  return {
    readSaved: readSavedState,
    getKey: ({ identity: { baseUrl, environmentId, deploymentId } }) =>
      JSON.stringify(
        deploymentId === undefined ? [baseUrl, environmentId] : [baseUrl, 'deployment', deploymentId],
      ),
    getTitle: ({ identity }) => panelTitle(identity),
    create(webviewPanel, { identity, isLive }, isRestored) {
      const panel = new LogPanel(webviewPanel, identity, deps, budget);
      const { range, level, search } = identity;
      const query = { ...omitUndefined({ range }), filter: createServiceFilter(level, search) };
      // Not awaited: the editor waits for the panel, not for its entries. Never rejects.
      if (isRestored) void panel.load(query, isLive);
      return panel;
    },
  };
}

/** Shows the panel and answers it when it has read. Rejects with the reason when no service is chosen. */
export async function showLogPanel(
  panels: Panels<SavedLogPanel, LogPanel>,
  { connection }: LogPanelDeps,
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

/** A range is read again each time: "the last hour" is another one by now. */
function isSameQuery(shown: LogQuery, asked: LogQuery): boolean {
  return !asked.range && !shown.range && JSON.stringify(shown.filter) === JSON.stringify(asked.filter);
}
