import * as vscode from 'vscode';
import { showInformation } from '../../editor/message.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { ensureSearchable } from '../../editor/searchAvailability.ts';
import { type FileMatch, isDefinition, searchNames } from './searchNames.ts';

/** The maximum number of locations in the list that the user selects from. */
const maxListedLocations = 100;

/** The location of a tool in the workspace. */
interface ToolDefinition {
  readonly uri: string;
  /** The number of the line, from 0. */
  readonly line: number;
}

/**
 * Searches the open folders for a tool with one of the names, and opens its location to the side. If there are several
 * locations, the user selects one. If there is none, shows a notification and returns `undefined`.
 */
export async function findInWorkspace(names: readonly string[]): Promise<ToolDefinition | undefined> {
  if (!ensureSearchable(vscode.l10n.t('tools'))) return undefined;
  const { matches, searchedCount, skippedCount } = await withCancellableProgress(
    vscode.l10n.t('Looking for {0} in the workspace...', names.join(', ')),
    (signal) => searchNames(names, signal),
  );
  if (matches.length === 0) {
    const notFoundText = vscode.l10n.t("{0} wasn't found in the files of this workspace.", names.join(', '));
    const skippedText =
      skippedCount > 0
        ? ` ${vscode.l10n.t('Files searched: {0}. Files skipped: {1}.', searchedCount, skippedCount)}`
        : '';
    void showInformation(notFoundText + skippedText);
    return undefined;
  }
  const match = await pickMatch(matches, names);
  if (!match) return undefined;
  const { uri, line, character, name } = match;
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.Beside,
    selection: new vscode.Range(line, character, line, character + name.length),
    preview: true,
  });
  return { uri: uri.toString(), line };
}

async function pickMatch(
  matches: readonly FileMatch[],
  names: readonly string[],
): Promise<FileMatch | undefined> {
  const [first] = matches;
  // If there is only one probable definition, it's the first match, and other mentions are ignored.
  const definitions = matches.filter(isDefinition);
  if (matches.length === 1 || definitions.length === 1) return first;
  const items = matches.slice(0, maxListedLocations).map((match) => ({
    label: match.text,
    description: `${vscode.workspace.asRelativePath(match.uri)}:${match.line + 1}`,
    match,
  }));
  const title = vscode.l10n.t('Find in Workspace: {0}', names.join(', '));
  const placeHolder =
    matches.length > maxListedLocations
      ? vscode.l10n.t(
          'The first {0} of {1} locations are shown. Select a location to open it to the side.',
          maxListedLocations,
          matches.length,
        )
      : vscode.l10n.t('Select a location to open it to the side');
  return (await pickOne(items, { title, placeHolder })).match;
}
