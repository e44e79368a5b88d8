import * as vscode from 'vscode';
import { UserError } from '../../editor/userError.ts';
import type { InspectorIdentity } from '../protocol.ts';
import { hasLiteralHost } from './entryUrl.ts';
import { expandEntryHome } from './launch.ts';
import { getUserHome } from './machine.node.ts';
import type { McpInput, ServerEntry } from './mcpFile.ts';
import { listEntryInputIds, mapTexts, replacePathVariables } from './variables.ts';
import { readWorkspaceServer, type WorkspaceServer } from './workspaceServers.ts';

/** The current definition of a server in the workspace. */
export interface ResolvedServer extends Omit<WorkspaceServer, 'entry'> {
  /** The entry with replaced path variables. */
  readonly entry: ServerEntry;
  /** Inputs that the entry refers to. */
  readonly usedInputs: readonly McpInput[];
  readonly hasInputs: boolean;
  /** Default working directory. */
  readonly folder: string;
  readonly home: string;
  /** Whether the URL in the file contains the host literally, without variables. */
  readonly hasLiteralHost: boolean;
}

/** Reads the definition of a server from its file. Rejects with `UserError` if it can't be inspected. */
export async function resolveServer(entryReference: InspectorIdentity['entry']): Promise<ResolvedServer> {
  if (!vscode.workspace.isTrusted) throw createUntrustedWorkspaceError();
  const { file = '', name = '', kind } = entryReference ?? {};
  const server = await readWorkspaceServer(file, name);
  if (!server) throw new UserError(vscode.l10n.t('This server is no longer defined in this workspace.'));
  const { entry } = server;
  if (entry.kind === 'invalid') throw new UserError(entry.reason);
  if (entry.kind !== kind) {
    throw new UserError(
      vscode.l10n.t("The server's type in the file has changed. Inspect the server again."),
    );
  }
  const paths = getWorkspacePaths(server);
  const ids = listEntryInputIds(entry);
  const usedInputs = server.inputs.filter(({ id }) => ids.includes(id));
  return {
    ...server,
    usedInputs,
    hasInputs: usedInputs.length > 0,
    folder: paths.folder ?? paths.home,
    home: paths.home,
    hasLiteralHost: entry.kind === 'url' && hasLiteralHost(entry.url),
    entry: resolveEntryPaths(entry, paths),
  };
}

/** Replaces path variables and `~` in an entry. */
export function resolveEntryPaths(
  entry: ServerEntry,
  paths: ReturnType<typeof getWorkspacePaths>,
): ServerEntry {
  const resolvedEntry = mapTexts<ServerEntry>(entry, (text) => replacePathVariables(text, paths));
  return resolvedEntry.kind === 'process' ? expandEntryHome(resolvedEntry, paths.home) : resolvedEntry;
}

/** Creates the error for servers of a workspace that the user doesn't trust. */
export const createUntrustedWorkspaceError = (): UserError =>
  new UserError(
    vscode.l10n.t("This workspace isn't trusted, so the servers that it defines can't be inspected."),
    {
      isPermanent: true,
      remedies: [
        {
          label: vscode.l10n.t('Manage Workspace Trust'),
          icon: 'shield',
          command: 'workbench.trust.manage',
        },
      ],
    },
  );

export function getWorkspacePaths({ file: { folder } }: Pick<WorkspaceServer, 'file'>) {
  const { workspaceFolders = [] } = vscode.workspace;
  const ownFolder = folder ?? (workspaceFolders.length === 1 ? workspaceFolders[0] : undefined);
  return {
    folder: ownFolder?.uri.fsPath,
    folders: Object.fromEntries(workspaceFolders.map(({ name, uri }) => [name, uri.fsPath])),
    home: getUserHome(),
  };
}
