import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { formatServerJson, hasRegistrySchema } from './serverText.ts';

const scheme = 'hosted-mcp-registry';

/**
 * Creates the URI of a read-only `server.json`. The query contains the text, so nothing is stored. The editor loads the
 * schema that a JSON document names, so `package.json` assigns another language to a document with the schema of another
 * website.
 */
export function createServerDocumentUri(
  domain: string,
  fields: ServerFields,
  side: 'published' | 'new',
): vscode.Uri {
  const folder = hasRegistrySchema(fields) ? domain : `${domain}/other-schema`;
  return vscode.Uri.from({
    scheme,
    path: `/${scheme}/${folder}/${side}/server.json`,
    query: formatServerJson(fields),
  });
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
