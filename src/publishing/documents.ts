import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { formatServerJson } from './serverText.ts';

const scheme = 'hosted-mcp-registry';

/**
 * A `server.json` to read. Its address holds its text, so that nothing has to be kept. Its path is that of package.json,
 * where it is JSON Lines: of JSON, the editor warns that it doesn't load the `$schema`.
 */
export function serverDocument(
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

export function provideServerDocuments(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}
