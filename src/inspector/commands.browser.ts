import * as vscode from 'vscode';
import type { CommandTable } from '../editor/commands.ts';
import type { PanelKind } from '../editor/panel/panels.ts';
import { UserError } from '../editor/userError.ts';
import { createReadOnlyDocuments } from './documents/readOnlyDocuments.ts';
import { getServerHeaders } from './headers.ts';
import type { InspectorPanel } from './panel.ts';
import type { InspectorIdentity } from './protocol.ts';
import { listWorkspaceServerUrls } from './workspace/workspaceServers.ts';

export { createReadOnlyDocuments, getServerHeaders, listWorkspaceServerUrls };

/** Rejects the command: a browser restricts requests to other origins, and to this machine. */
function rejectInspection(): Promise<never> {
  return Promise.reject(
    new UserError(
      vscode.l10n.t(
        "Servers can't be inspected in an editor that runs only in a browser. Open the desktop editor.",
      ),
      { isPermanent: true },
    ),
  );
}

export const inspectorCommands = () =>
  ({
    'hostedMcp.inspectServer': rejectInspection,
    'hostedMcp.saveSnapshot': rejectInspection,
  }) satisfies CommandTable;

/** Does nothing, because snapshots can't be taken in a browser. */
export async function takeSnapshotAfterDeployment(): Promise<void> {}
export async function removeSnapshots(): Promise<void> {}

/** Returns a panel kind that restores no page, because editors in a browser can't connect to servers. */
export const createInspectorPanelKind = (): PanelKind<InspectorIdentity, InspectorPanel> => ({
  readSaved: () => undefined,
  getKey: ({ url }) => url,
  getTitle: ({ title }) => title,
  create: () => {
    throw new Error('No page of a server is opened here.');
  },
});
