import * as vscode from 'vscode';
import type { OtherItem } from '../../context.ts';
import { plainText } from '../../domain/plainText.ts';
import { UserError } from '../../editor/userError.ts';
import { placeOf, type WorkspaceServer, workspaceServers } from './files.ts';
import { placesOf, untrusted } from './find.ts';
import { identityOf } from './identity.ts';
import { commandLine } from './launch.ts';
import { mapTexts, withPlaces } from './variables.ts';

/** The servers that files of the open workspace name, as lines of a list. */
export async function serverLines(): Promise<readonly OtherItem<WorkspaceServer>[]> {
  const { isTrusted } = vscode.workspace;
  return (await workspaceServers()).map((server) => ({
    ...{
      label: plainText(server.entry.name),
      description: descriptionOf(server),
      other: server,
    },
    ...(!isTrusted && { detail: vscode.l10n.t("This workspace isn't trusted.") }),
    iconPath: new vscode.ThemeIcon(iconOf(server, isTrusted)),
  }));
}

/** Throws where it can't be inspected. */
export function targetOfServer(server: WorkspaceServer) {
  const { entry } = server;
  if (!vscode.workspace.isTrusted) throw untrusted();
  if (entry.kind === 'odd') {
    const words = vscode.l10n.t("{0} can't be inspected. {1}", plainText(entry.name), entry.why);
    throw new UserError(words, { isFinal: true, remedies: [openFile(server.file.uri)] });
  }
  const places = placesOf(server);
  const identity = identityOf(
    server,
    mapTexts(entry, (text) => withPlaces(text, places)),
  );
  return { url: identity.url, identity };
}

function descriptionOf({ entry, file }: WorkspaceServer): string {
  const place = placeOf(file);
  if (entry.kind === 'process') return `${plainText(commandLine(entry))} · ${place}`;
  // A file that can't be read has no name but that.
  return entry.kind === 'odd' && entry.name === place ? entry.why : place;
}

function iconOf({ entry }: WorkspaceServer, isTrusted: boolean): string {
  if (!isTrusted) return 'shield';
  if (entry.kind === 'odd') return 'warning';
  return entry.kind === 'process' ? 'terminal' : 'globe';
}

const openFile = (file: vscode.Uri) => ({
  ...{ label: vscode.l10n.t('Open File'), icon: 'go-to-file' },
  ...{ command: 'vscode.open', arguments: [file] },
});
