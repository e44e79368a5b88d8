import * as vscode from 'vscode';
import type { CommandTable } from '../editor/commands.ts';
import type { PanelKind } from '../editor/panel/panels.ts';
import { UserError } from '../editor/userError.ts';
import { createReadOnlyDocuments } from './documents/readOnlyDocuments.ts';
import type { InspectorPanel } from './panel.ts';
import type { InspectorIdentity } from './protocol.ts';

export { createReadOnlyDocuments };

/** A page of a browser may ask few servers, and none of this machine. */
function rejectInspection(): Promise<never> {
  return Promise.reject(
    new UserError(
      vscode.l10n.t(
        "Servers can't be inspected in an editor that runs only in a browser. Open the desktop editor.",
      ),
      { isFinal: true },
    ),
  );
}

export const inspectorCommands = (): CommandTable => ({
  'hostedMcp.inspectServer': rejectInspection,
  'hostedMcp.saveSnapshot': rejectInspection,
});

/** No snapshot is taken, and none is there. */
export async function takeSnapshotAfterDeployment(): Promise<void> {}
export async function removeSnapshots(): Promise<void> {}

/** Tabs of an editor that can close. */
export const inspectorPanels = (): PanelKind<InspectorIdentity, InspectorPanel> => ({
  readSaved: () => undefined,
  getKey: ({ url }) => url,
  getTitle: ({ title }) => title,
  create: () => {
    throw new Error('No page of a server is opened here.');
  },
});
