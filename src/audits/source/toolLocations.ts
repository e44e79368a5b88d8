import * as vscode from 'vscode';
import type { AuditResult } from '../../api/audit.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { readFolderGit } from '../../folder/gitExtension.ts';
import type { ToolLocation } from '../export/sarifLocation.ts';
import { type FileMatch, isDefinition, searchNames } from './searchNames.ts';
import { extractToolNames } from './toolNames.ts';

/** Number of names that are looked for at most: each costs time in every file. */
const maxNames = 200;

/**
 * Finds the tools that an audit complains about in the open workspace: by name, those that have exactly one definition.
 * Empty where no folder is open or the workspace isn't trusted. Rejects with a `CancellationError` when the user cancels.
 */
export async function findToolLocations(
  results: readonly AuditResult[],
): Promise<ReadonlyMap<string, ToolLocation>> {
  const isOpen = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const failed = results.filter(({ status }) => status !== 'pass');
  const names = [...new Set(failed.flatMap(extractToolNames))].slice(0, maxNames);
  if (!isOpen || !vscode.workspace.isTrusted || names.length === 0) return new Map();
  return withCancellableProgress(
    vscode.l10n.t("Looking for the audit's tools in the workspace..."),
    async (signal) => {
      const { places } = await searchNames(names, signal);
      const byName = Map.groupBy(places.filter(isDefinition), ({ name }) => name);
      const only = [...byName.values()].flatMap((of) => (of.length === 1 ? of : []));
      const found = await Promise.all(
        only.map(async (place) => [place.name, await toToolLocation(place, signal)] as const),
      );
      return new Map(found.flatMap(([name, place]) => (place === undefined ? [] : [[name, place]])));
    },
  );
}

/** `undefined`: the file is in no open folder. */
async function toToolLocation(place: FileMatch, signal: AbortSignal): Promise<ToolLocation | undefined> {
  const { uri, line, character, name } = place;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return undefined;
  // Code scanning reads paths from the top of the repository, which may be above the folder.
  const below = (await readFolderGit(folder.uri, signal))?.pathInRepository ?? '';
  const path = `${below}/${uri.path.slice(folder.uri.path.length)}`;
  return { path, line, character, length: name.length };
}
