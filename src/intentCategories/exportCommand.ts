import * as vscode from 'vscode';
import { plainText } from '../domain/plainText.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { informationMessage } from '../editor/message.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import { type CategoryDeps, type Here, pickHere } from './deps.ts';
import { fileEnding, fileText } from './file.ts';
import type { KnownCategory } from './memory.ts';
import { categoriesText, intentsText } from './words.ts';

/** *Export Intent Categories*: what is known here of an environment, as a file. Returns where it is, and what is in it. */
export function exportCommand(deps: CategoryDeps): CommandHandler {
  const { memory } = deps;
  return async (argument) => {
    const title = vscode.l10n.t('Export Intent Categories');
    const here = await pickHere(deps, argument, title);
    const categories = memory.list(here);
    if (categories.length === 0) {
      throw new UserError(
        vscode.l10n.t('No intent category of {0} is known here: there is nothing to export.', here.name),
        {
          isFinal: true,
        },
      );
    }
    const isWithIntents = await askIntents(argument, title, categories);
    const given = stringArgument(argument, 'file');
    const file = given === undefined ? await askFile(title, here) : vscode.Uri.parse(given, true);
    const text = fileText(categories, isWithIntents);
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    try {
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UserError(vscode.l10n.t("{0} wasn't written: {1}", name, why), { cause: error });
    }
    void tell(file, name, categories, isWithIntents);
    return { file: file.toString(), categories: categories.length };
  };
}

/** Whether the IDs of intents go along, by `isWithIntents` in the argument. They mean nothing to another environment. */
async function askIntents(
  argument: unknown,
  title: string,
  categories: readonly KnownCategory[],
): Promise<boolean> {
  const count = categories.reduce((sum, { intentIds }) => sum + intentIds.length, 0);
  const given = booleanArgument(argument, 'isWithIntents');
  if (given !== undefined || count === 0 || stringArgument(argument, 'file') !== undefined)
    return given ?? count > 0;
  const items = [
    {
      iconPath: new vscode.ThemeIcon('link'),
      label: vscode.l10n.t('With the IDs of Intents'),
      description: intentsText(count),
      detail: vscode.l10n.t('For everyone who works with the same environment.'),
      isWithIntents: true,
    },
    {
      iconPath: new vscode.ThemeIcon('tag'),
      label: vscode.l10n.t('Only Names and Colors'),
      detail: vscode.l10n.t('For another environment, which has other intents.'),
      isWithIntents: false,
    },
  ];
  const placeHolder = vscode.l10n.t('What is the file to hold?');
  const picked = await pickOne(items, { title, placeHolder });
  return picked.isWithIntents;
}

async function askFile(title: string, { target }: Here): Promise<vscode.Uri> {
  const name = `${target.environmentName.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}${fileEnding}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title,
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(name),
    filters: { [vscode.l10n.t('Intent categories')]: ['json'] },
  });
  if (!file) throw new vscode.CancellationError();
  return file;
}

async function tell(
  file: vscode.Uri,
  name: string,
  categories: readonly KnownCategory[],
  isWithIntents: boolean,
): Promise<void> {
  const open = vscode.l10n.t('Open File');
  const unkept = isWithIntents ? categories.reduce((sum, one) => sum + one.unkept, 0) : 0;
  const said = [
    vscode.l10n.t('{0} written to {1}.', categoriesText(categories.length), plainText(name)),
    ...(unkept === 0
      ? []
      : [vscode.l10n.t('Not in it, since only so many IDs are kept here: {0}.', intentsText(unkept))]),
  ];
  const picked = await informationMessage(said.join(' '), open);
  if (picked === open) await vscode.window.showTextDocument(file);
}
