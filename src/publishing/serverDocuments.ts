import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { formatServerJson } from './serverText.ts';

const scheme = 'hosted-mcp-registry';

/**
 * Creates the URI of a read-only `server.json`. The query contains the text, so nothing is stored. `package.json`
 * assigns the language JSON Lines to the path, because the editor warns about `$schema` in JSON files.
 */
export function createServerDocumentUri(
  domain: string,
  fields: ServerFields | undefined,
  side: 'published' | 'new',
): vscode.Uri {
  return vscode.Uri.from({
    scheme,
    path: `/${scheme}/${domain}/${side}/server.json`,
    query: formatServerJson(fields),
  });
}

export function registerServerDocuments(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}
