import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { toPlainText } from '../domain/plainText.ts';

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
