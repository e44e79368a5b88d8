import * as vscode from 'vscode';
import type { AuditResult } from '../../api/audit.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { readGitFacts } from '../../folder/gitExtension.ts';
import type { ToolLocation } from '../export/sarifLocation.ts';
import { type FileMatch, isDefinition, searchNames } from './searchNames.ts';
import { extractToolNames } from './toolNames.ts';

/** The maximum number of names to search for. Each name increases the time for each file. */
const maxNames = 200;

/**
 * Finds the tools of all checks that haven't passed, by name. Contains only tools with exactly one probable definition
 * in the workspace. Empty if no folder is open or the workspace isn't trusted. Rejects with a `CancellationError` if
 * the user cancels.
 */
export async function findToolLocations(
  results: readonly AuditResult[],
): Promise<ReadonlyMap<string, ToolLocation>> {
  const hasOpenFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const notPassed = results.filter(({ status }) => status !== 'pass');
  const names = [...new Set(notPassed.flatMap(extractToolNames))].slice(0, maxNames);
  if (!hasOpenFolder || !vscode.workspace.isTrusted || names.length === 0) return new Map();
  return withCancellableProgress(
    vscode.l10n.t("Looking for the audit's tools in the workspace..."),
    async (signal) => {
      const { matches } = await searchNames(names, signal);
      const byName = Map.groupBy(matches.filter(isDefinition), ({ name }) => name);
      const unique = [...byName.values()].flatMap((definitions) =>
        definitions.length === 1 ? definitions : [],
      );
      const locations = await Promise.all(
        unique.map(async (match) => [match.name, await toToolLocation(match, signal)] as const),
      );
      return new Map(
        locations.flatMap(([name, location]) => (location === undefined ? [] : [[name, location]])),
      );
    },
  );
}

/** Converts a match to a location in the repository. Returns `undefined` if the file isn't in an open folder. */
async function toToolLocation(match: FileMatch, signal: AbortSignal): Promise<ToolLocation | undefined> {
  const { uri, line, character, name } = match;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return undefined;
  // Code scanning requires paths from the root of the repository, which can be above the folder.
  const folderPath = (await readGitFacts(folder.uri, signal))?.pathInRepository ?? '';
  const path = `${folderPath}/${uri.path.slice(folder.uri.path.length)}`;
  return { path, line, character, length: name.length };
}
