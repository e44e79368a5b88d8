import * as vscode from 'vscode';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { getFileName } from '../editor/fileName.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { type CategoryFileIssue, categoryFileSuffix, parseCategoryFile } from './categoryFile.ts';
import type { NewCategory } from './createCategoryOnce.ts';

/** Maximum number of problems in a message. The editor underlines those that break the schema. */
const maxIssues = 5;

/** Maximum number of characters in a file. */
const maxLength = 5_000_000;

/** The categories of a file, with the name of the file. */
interface ImportedFile {
  readonly name: string;
  readonly categories: readonly NewCategory[];
}

/**
 * Reads the categories of a file: the `file` (a URI) of the command argument, the argument itself, or the one that the
 * user picks. Reads unsaved content from the editor. If the file has problems, opens it and throws a `UserError` with a
 * remedy that imports the file into `target` again.
 */
export async function readImportFile(
  argument: unknown,
  title: string,
  target: EnvironmentRef,
): Promise<ImportedFile> {
  const fileArgument = getStringArgument(argument, 'file');
  const file =
    argument instanceof vscode.Uri
      ? argument
      : fileArgument === undefined
        ? await askFile(title)
        : vscode.Uri.parse(fileArgument, true);
  const name = toPlainText(getFileName(file));
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(vscode.l10n.t("Couldn't read {0}: {1}", name, reason), { cause: error });
  }
  const text = document.getText();
  if (text.length > maxLength) {
    throw new UserError(vscode.l10n.t('{0} is too large to import as a list of intent categories.', name), {
      isPermanent: true,
    });
  }
  const parsed = parseCategoryFile(text);
  if (parsed.ok) return { name, categories: parsed.categories };
  const [first] = parsed.issues;
  await vscode.window.showTextDocument(document, {
    ...omitUndefined({ selection: first && firstLineRange(document, first) }),
  });
  throw new UserError(
    vscode.l10n.t("{0} wasn't imported. {1}", name, fileIssuesText(document, parsed.issues)),
    {
      isPermanent: true,
      remedies: [
        {
          label: vscode.l10n.t('Import Again'),
          icon: 'refresh',
          command: 'hostedMcp.importIntentCategories',
          arguments: [{ ...toEnvironmentRef(target), file: file.toString() }],
        },
      ],
    },
  );
}

async function askFile(title: string): Promise<vscode.Uri> {
  const categoryFiles = await vscode.workspace.findFiles(`**/*${categoryFileSuffix}`, undefined, 50);
  const other = {
    iconPath: new vscode.ThemeIcon('folder-opened'),
    label: vscode.l10n.t('Another File...'),
    description: '',
    uri: undefined,
  };
  const items = [
    ...categoryFiles.map((uri) => ({
      iconPath: new vscode.ThemeIcon('json'),
      label: getFileName(uri),
      description: vscode.workspace.asRelativePath(uri),
      uri,
    })),
    other,
  ];
  const placeHolder = vscode.l10n.t('Select an intent category file');
  const picked = categoryFiles.length === 0 ? other : await pickOne(items, { title, placeHolder });
  if (picked.uri) return picked.uri;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Import'),
      filters: { [vscode.l10n.t('Intent categories')]: ['json'] },
      ...omitUndefined({ defaultUri: folder }),
    })) ?? [];
  if (!uri) throw new vscode.CancellationError();
  return uri;
}

function fileIssuesText(document: vscode.TextDocument, issues: readonly CategoryFileIssue[]): string {
  const texts = issues.slice(0, maxIssues).map(({ start, text }) => {
    const { line, character } = document.positionAt(start);
    return vscode.l10n.t('Line {0}, column {1}: {2}.', line + 1, character + 1, toPlainText(text));
  });
  if (issues.length > maxIssues) texts.push(vscode.l10n.t('And {0} more.', issues.length - maxIssues));
  return texts.join(' ');
}

/** Returns the range of a problem, limited to its first line, so that the cursor is near its start. */
function firstLineRange(document: vscode.TextDocument, { start, end }: CategoryFileIssue): vscode.Range {
  const from = document.positionAt(start);
  const to = document.positionAt(end);
  return new vscode.Range(from, to.line > from.line ? document.lineAt(from.line).range.end : to);
}
