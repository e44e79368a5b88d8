import * as vscode from 'vscode';
import { showInformation } from '../../editor/message.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { ensureSearchable } from '../../editor/searchAvailability.ts';
import { type FileMatch, isDefinition, searchNames } from './searchNames.ts';

const maxListed = 100;

/** The location of a tool in the workspace. */
interface ToolDefinition {
  readonly uri: string;
  /** Starts at 0. */
  readonly line: number;
}

/**
 * Finds a tool by its possible names in the open folders, and opens its location to the side. If there are several,
 * the user selects one. `undefined` if there is none, which a notification reports, or if the user cancels.
 */
export async function findInWorkspace(names: readonly string[]): Promise<ToolDefinition | undefined> {
  if (!ensureSearchable(vscode.l10n.t('tools'))) return undefined;
  const { places, read, left } = await withCancellableProgress(
    vscode.l10n.t('Looking for {0} in the workspace...', names.join(', ')),
    (signal) => searchNames(names, signal),
  );
  if (places.length === 0) {
    const found = vscode.l10n.t("{0} wasn't found in the files of this workspace.", names.join(', '));
    const rest = left > 0 ? ` ${vscode.l10n.t('Files searched: {0}. Files skipped: {1}.', read, left)}` : '';
    void showInformation(found + rest);
    return undefined;
  }
  const place = await pickMatch(places, names);
  if (!place) return undefined;
  const { uri, line, character, name } = place;
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
  // If there is only one definition, other mentions are ignored.
  const definitions = matches.filter(isDefinition);
  if (matches.length === 1 || definitions.length === 1) return first;
  const items = matches.slice(0, maxListed).map((place) => ({
    label: place.text,
    description: `${vscode.workspace.asRelativePath(place.uri)}:${place.line + 1}`,
    place,
  }));
  const title = vscode.l10n.t('Find in Workspace: {0}', names.join(', '));
  const placeHolder =
    matches.length > maxListed
      ? vscode.l10n.t(
          'The first {0} of {1} locations are shown. Select a location to open it to the side.',
          maxListed,
          matches.length,
        )
      : vscode.l10n.t('Select a location to open it to the side');
  return (await pickOne(items, { title, placeHolder })).place;
}
