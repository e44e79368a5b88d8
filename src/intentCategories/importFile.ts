import * as vscode from 'vscode';
import { answer } from '../editor/answers.ts';
import { UserError } from '../editor/userError.ts';
import { plainText } from '../explorer/plainText.ts';
import type { NewCategory } from './createOnce.ts';
import { type Flaw, fileEnding, readFile } from './file.ts';

/** So many flaws are said in one message; the editor underlines what breaks the schema. */
const mostFlaws = 5;

/** Characters; what is larger is no list of categories. */
const largest = 5_000_000;

/** What a file says, and what it is called. */
interface FromFile {
  readonly name: string;
  readonly categories: readonly NewCategory[];
}

/** From `file` (a URI) in the argument, or the argument itself, else asked for. What is unsaved in an editor counts. */
export async function fromFile(argument: unknown, title: string): Promise<FromFile> {
  const t = vscode.l10n.t;
  const given = answer(argument, 'file');
  const file =
    argument instanceof vscode.Uri
      ? argument
      : given === undefined
        ? await askFile(title)
        : vscode.Uri.parse(given, true);
  const name = plainText(file.path.slice(file.path.lastIndexOf('/') + 1));
  let text: string;
  try {
    text = (await vscode.workspace.openTextDocument(file)).getText();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(t('{0} cannot be read: {1}', name, why), { cause: error });
  }
  if (text.length > largest) {
    throw new UserError(t('{0} is too large for a list of intent categories.', name), { isFinal: true });
  }
  const read = readFile(text, t);
  if (read.ok) return { name, categories: read.categories };
  await vscode.window.showTextDocument(file, { selection: lineRange(read.flaws[0]?.line ?? 1) });
  throw new UserError(t('{0} was not imported. {1}', name, flawsText(read.flaws)));
}

async function askFile(title: string): Promise<vscode.Uri> {
  const t = vscode.l10n.t;
  const found = await vscode.workspace.findFiles(`**/*${fileEnding}`, undefined, 50);
  const other = { label: t('$(folder-opened) Another File…'), description: '', uri: undefined };
  const items = [
    ...found.map((uri) => ({
      label: `$(json) ${uri.path.slice(uri.path.lastIndexOf('/') + 1)}`,
      description: vscode.workspace.asRelativePath(uri),
      uri,
    })),
    other,
  ];
  const placeHolder = t('Which file of intent categories?');
  const picked =
    found.length === 0
      ? other
      : await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
  if (picked?.uri) return picked.uri;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [uri] =
    (picked &&
      (await vscode.window.showOpenDialog({
        ...{ title, openLabel: t('Import'), filters: { [t('Intent categories')]: ['json'] } },
        ...(folder && { defaultUri: folder }),
      }))) ??
    [];
  if (!uri) throw new vscode.CancellationError();
  return uri;
}

function flawsText(flaws: readonly Flaw[]): string {
  const t = vscode.l10n.t;
  const shown = flaws.slice(0, mostFlaws).map(({ line, text }) => t('Line {0}: {1}.', line, text));
  if (flaws.length > mostFlaws) shown.push(t('And {0} more.', flaws.length - mostFlaws));
  return shown.join(' ');
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}
