import * as vscode from 'vscode';
import type { AuditResult } from '../../api/audit.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { readGitFacts } from '../../folder/gitExtension.ts';
import type { ToolLocation } from '../export/sarifLocation.ts';
import { type FileMatch, isDefinition, searchNames } from './searchNames.ts';
import { extractToolNames } from './toolNames.ts';

/** Maximum number of names to search for, because each name increases the time for each file. */
const maxNames = 200;

/**
 * Finds the definitions of tools that failed checks name, if a tool has exactly one definition in the workspace.
 * Empty if no folder is open or the workspace isn't trusted. Rejects with a `CancellationError` if the user cancels.
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

/** Returns `undefined` if the file isn't in an open folder. */
async function toToolLocation(place: FileMatch, signal: AbortSignal): Promise<ToolLocation | undefined> {
  const { uri, line, character, name } = place;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return undefined;
  // Code scanning requires paths from the root of the repository, which can be above the folder.
  const below = (await readGitFacts(folder.uri, signal))?.pathInRepository ?? '';
  const path = `${below}/${uri.path.slice(folder.uri.path.length)}`;
  return { path, line, character, length: name.length };
}
