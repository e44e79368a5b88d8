import type * as vscode from 'vscode';
import { createLease } from '../auth/lease.node.ts';
import type { Lease } from '../auth/renewal.ts';
import type { FeatureContext } from '../context.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { createSnapshotStore, type SnapshotStore } from './snapshots/snapshotStore.node.ts';

/** The services of the extension that the inspector uses, with its own stores. */
export interface InspectorContext
  extends Pick<FeatureContext, 'connection' | 'log' | 'services' | 'toProblem' | 'version'> {
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

export function createInspectorContext(context: FeatureContext): InspectorContext {
  const { connection, log, services, toProblem, version, extensionContext } = context;
  const { extensionUri, globalStorageUri, secrets, workspaceState } = extensionContext;
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
export function createWindowLease({
  extensionContext,
  log,
}: Pick<FeatureContext, 'extensionContext' | 'log'>): Lease {
  const { scheme, fsPath } = extensionContext.globalStorageUri;
  return createLease(scheme === 'file' ? fsPath : undefined, (message) => log.warn(message));
}
