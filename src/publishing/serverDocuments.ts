import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { toPlainText } from '../domain/plainText.ts';
import { formatServerJson } from './serverText.ts';

const scheme = 'hosted-mcp-registry';

/**
 * Creates the URI of a read-only `server.json`. The query contains the text, so nothing is stored. For documents of the
 * language JSON, the editor would request the schema that they name, and warn if it can't be reached. `package.json`
 * therefore assigns another language to these documents, with the grammar of JSON. `previous`: the left side of a
 * comparison, which the editor would otherwise confuse with the published document in a tab, and reset its title.
 */
export function createServerDocumentUri(
  domain: string,
  fields: ServerFields,
  side: 'published' | 'previous' | 'new',
): vscode.Uri {
  return vscode.Uri.from({
    scheme,
    path: `/${scheme}/${domain}/${side}/server.json`,
    query: formatServerJson(fields),
  });
}

/** Returns the title of the editor of a published or new `server.json`. */
export function formatServerDocumentTitle(
  domain: string,
  { version = '' }: ServerFields,
  side: 'published' | 'new',
): string {
  const names = [toPlainText(version), toPlainText(domain)];
  return side === 'published'
    ? vscode.l10n.t('Published server.json {0} for {1}', ...names)
    : vscode.l10n.t('server.json {0} for {1}', ...names);
}

export function registerServerDocuments(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}

export const listTabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);

/** Returns the document of a tab, or the document on the right side of a comparison. */
export function getNewDocument(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** Closes the tabs whose document matches. */
export async function closeServerDocuments(isMatch: (uri: vscode.Uri) => boolean): Promise<void> {
  const tabs = listTabs().filter((tab) => {
    const uri = getNewDocument(tab);
    return uri?.scheme === scheme && isMatch(uri);
  });
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

/** Closes previews that the editor restored after a restart. They can't be published, because answers aren't saved. */
export function closeRestoredPreviews(): Promise<void> {
  return closeServerDocuments(({ path }) => path.endsWith('/new/server.json'));
}
