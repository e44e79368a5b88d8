import type * as vscode from 'vscode';
import { createLease } from '../auth/lease.node.ts';
import type { Lease } from '../auth/renewal.ts';
import type { Context } from '../context.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { createSnapshotStore, type SnapshotStore } from './snapshots/snapshotStore.node.ts';

/** The services of the extension that the inspector uses, with its own stores. */
export interface InspectorContext
  extends Pick<Context, 'connection' | 'log' | 'services' | 'toProblem' | 'version'> {
  readonly extensionUri: vscode.Uri;
  readonly secrets: vscode.SecretStorage;
  readonly workspaceState: vscode.Memento;
  readonly lease: Lease;
  readonly snapshots: SnapshotStore;
}

/** The services of a page, which can also open documents. */
export interface InspectorPageContext extends InspectorContext {
  readonly openText: OpenReadOnlyDocument;
}

export function createInspectorContext(context: Context): InspectorContext {
  const { connection, log, services, toProblem, version, extension } = context;
  const { extensionUri, globalStorageUri, secrets, workspaceState } = extension;
  const folder = globalStorageUri.scheme === 'file' ? globalStorageUri.fsPath : undefined;
  return {
    connection,
    log,
    services,
    toProblem,
    version,
    extensionUri,
    secrets,
    workspaceState,
    lease: createWindowLease(context),
    snapshots: createSnapshotStore(folder),
  };
}

/** Creates a lease that only one window at a time holds. Without local storage, each window has its own. */
export function createWindowLease({ extension, log }: Pick<Context, 'extension' | 'log'>): Lease {
  const { scheme, fsPath } = extension.globalStorageUri;
  return createLease(scheme === 'file' ? fsPath : undefined, (message) => log.warn(message));
}
