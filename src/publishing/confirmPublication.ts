import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import { toPlainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { createServerDocumentUri } from './serverDocuments.ts';

/**
 * Shows a comparison of the published and the new `server.json`, and asks whether to publish. Returns `false` if the
 * user wants to edit the details. When the question closes, the comparison closes, too.
 */
export async function confirmPublication(
  domain: string,
  currentFields: ServerFields | undefined,
  fields: ServerFields,
): Promise<boolean> {
  const published = createServerDocumentUri(domain, currentFields, 'published');
  const next = createServerDocumentUri(domain, fields, 'new');
  const shownDomain = toPlainText(domain);
  const name = currentFields
    ? vscode.l10n.t('server.json for {0}: published ↔ new', shownDomain)
    : vscode.l10n.t('server.json for {0}: not published ↔ new', shownDomain);
  // A preview tab would replace another preview tab.
  const options = { preview: false, preserveFocus: true };
  try {
    await vscode.commands.executeCommand('vscode.diff', published, next, name, options);
    return await askPublish(shownDomain, fields);
  } finally {
    await closeComparison(published, next);
  }
}

/** Asks whether to publish. The list has no title, so that it covers less of the comparison. */
async function askPublish(shownDomain: string, { name, version }: ServerFields): Promise<boolean> {
  const items = [
    {
      label: vscode.l10n.t('Publish {0} under {1}', toPlainText(name), shownDomain),
      description: version === undefined ? '' : toPlainText(version),
      detail: vscode.l10n.t(
        "Everyone can see the server in the MCP Registry, and a published version can't be withdrawn.",
      ),
      isConfirmed: true,
    },
    { label: vscode.l10n.t('Edit Details...'), isConfirmed: false },
  ];
  const placeHolder = vscode.l10n.t('Review the changes, and then publish to the MCP Registry');
  return (await pickOne(items, { title: '', placeHolder })).isConfirmed;
}

async function closeComparison(published: vscode.Uri, next: vscode.Uri): Promise<void> {
  const isOurs = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputTextDiff &&
    String(input.original) === String(published) &&
    String(input.modified) === String(next);
  const { tabGroups } = vscode.window;
  await tabGroups.close(tabGroups.all.flatMap(({ tabs }) => tabs).filter(isOurs), true);
}
