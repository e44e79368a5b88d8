import * as vscode from 'vscode';
import type { AlternativeItem } from '../../context.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { UserError } from '../../editor/userError.ts';
import type { InspectorIdentity } from '../protocol.ts';
import { createEntryIdentity } from './entryIdentity.ts';
import { describeEntryUrlIssue, findEntryUrlIssue } from './entryUrl.ts';
import { formatCommandLine } from './launch.ts';
import { createUntrustedWorkspaceError, getWorkspacePaths, resolveEntryPaths } from './resolveServer.ts';
import {
  formatMcpFileLabel,
  readWorkspaceServer,
  readWorkspaceServers,
  type WorkspaceServer,
} from './workspaceServers.ts';

/** Returns pick items for the servers that workspace files define. */
export async function listWorkspaceServerItems(): Promise<readonly AlternativeItem<WorkspaceServer>[]> {
  const { isTrusted } = vscode.workspace;
  return (await readWorkspaceServers()).map((server) => ({
    ...({
      label: toPlainText(server.entry.name),
      description: describeServer(server),
      value: server,
      // Users who open the folder of a server mostly inspect that server. An invalid entry is listed only to show its
      // problem.
      position: isTrusted && server.entry.kind !== 'invalid' ? 'first' : 'last',
    } as const),
    ...(!isTrusted && { detail: vscode.l10n.t("This workspace isn't trusted.") }),
    iconPath: new vscode.ThemeIcon(serverEntryIcon(server, isTrusted)),
  }));
}

/** Returns the inspector target of a server. Throws `UserError` if it can't be inspected. */
export function toServerTarget(server: WorkspaceServer) {
  const { entry } = server;
  if (!vscode.workspace.isTrusted) throw createUntrustedWorkspaceError();
  if (entry.kind === 'invalid') {
    throw cannotInspectError(server, entry.reason);
  }
  const resolvedEntry = resolveEntryPaths(entry, getWorkspacePaths(server));
  const issue = resolvedEntry.kind === 'url' ? findEntryUrlIssue(resolvedEntry.url) : undefined;
  if (issue !== undefined) throw cannotInspectError(server, describeEntryUrlIssue(issue));
  const identity = createEntryIdentity(server, resolvedEntry);
  return { url: identity.url, identity };
}

/** Reads the current inspector target of an entry. Rejects with `UserError` if the entry is gone or can't be inspected. */
export async function resolveEntryTarget({ file, name }: NonNullable<InspectorIdentity['entry']>) {
  const server = await readWorkspaceServer(file, name);
  if (!server)
    throw new UserError(
      vscode.l10n.t('The server "{0}" is no longer defined in this workspace.', toPlainText(name)),
    );
  return toServerTarget(server);
}

function cannotInspectError({ entry, file }: WorkspaceServer, reason: string): UserError {
  const message = vscode.l10n.t("{0} can't be inspected. {1}", toPlainText(entry.name), reason);
  return new UserError(message, { isPermanent: true, remedies: [openFileRemedy(file.uri)] });
}

function describeServer({ entry, file }: WorkspaceServer): string {
  const fileLabel = formatMcpFileLabel(file);
  if (entry.kind === 'process') return `${toPlainText(formatCommandLine(entry))} · ${fileLabel}`;
  // The entry represents a whole file that can't be read.
  return entry.kind === 'invalid' && entry.name === fileLabel ? entry.reason : fileLabel;
}

function serverEntryIcon({ entry }: WorkspaceServer, isTrusted: boolean): string {
  if (!isTrusted) return 'shield';
  if (entry.kind === 'invalid') return 'warning';
  return entry.kind === 'process' ? 'terminal' : 'globe';
}

const openFileRemedy = (file: vscode.Uri) => ({
  label: vscode.l10n.t('Open File'),
  icon: 'go-to-file',
  command: 'vscode.open',
  arguments: [file],
});
