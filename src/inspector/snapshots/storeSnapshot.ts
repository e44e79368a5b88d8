import * as vscode from 'vscode';
import type { ServiceEnvironment } from '../../domain/environment.ts';
import { UserError } from '../../editor/userError.ts';
import { getField } from '../../fields.ts';
import type { McpConnection } from '../mcpConnection.ts';
import type { McpSessionState } from '../mcpSession.ts';
import { createSnapshot } from './snapshot.ts';
import type { SnapshotStore } from './snapshotStore.node.ts';

/** Stores a snapshot, and shows a notice in the status bar. Rejects with a `UserError`. */
export async function storeSnapshot(
  snapshots: SnapshotStore,
  environment: ServiceEnvironment,
  { connection, lists }: { readonly connection: McpConnection; readonly lists: McpSessionState['lists'] },
): Promise<void> {
  try {
    await snapshots.save(environment, createSnapshot(connection, lists, { at: Date.now() }));
  } catch (error) {
    const code = getField(error, 'code');
    throw new UserError(vscode.l10n.t("Couldn't save the snapshot ({0}).", String(code ?? 'Error')));
  }
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Snapshot saved'), 3000);
}
