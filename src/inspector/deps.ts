import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Lease } from '../auth/renewal.ts';
import type { Context, Services } from '../context.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { createWindowLease } from './signIn/windowLease.ts';
import { createSnapshotStore, type SnapshotStore } from './snapshots/store.node.ts';

/** The services that are needed to connect to a server and to store snapshots. */
export interface ServerDeps {
  readonly connection: Connection;
  readonly secrets: vscode.SecretStorage;
  readonly lease: Lease;
  readonly snapshots: SnapshotStore;
  /** The version of this extension. */
  readonly version: string;
}

/** The services that are needed to prompt for a server. */
export interface AskingDeps extends ServerDeps {
  readonly services: Pick<Services, 'pickEnvironment' | 'pickEnvironmentOrAlternative' | 'parseEnv'>;
  readonly workspaceState: vscode.Memento;
}

/** The services of a page, which can also open documents. */
export interface PageDeps extends AskingDeps {
  readonly openText: OpenReadOnlyDocument;
}

export const askingDeps = (context: Context): AskingDeps => ({
  ...serverDeps(context),
  services: context.services,
  workspaceState: context.extension.workspaceState,
});

export function serverDeps(context: Context): ServerDeps {
  const { connection, version, extension } = context;
  const { secrets, globalStorageUri } = extension;
  const folder = globalStorageUri.scheme === 'file' ? globalStorageUri.fsPath : undefined;
  return {
    connection,
    secrets,
    version,
    lease: createWindowLease(context),
    snapshots: createSnapshotStore(folder),
  };
}
