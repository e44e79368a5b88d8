import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { getFileName, toSafeFileName } from '../editor/fileName.ts';
import { pickOne } from '../editor/pickOne.ts';
import { askSaveFile, offerFile, saveText } from '../editor/saveFile.ts';
import { UserError } from '../editor/userError.ts';
import { categoryFileSuffix, formatCategoryFile } from './categoryFile.ts';
import type { StoredCategory } from './categoryStore.ts';
import { type CategoryContext, pickCategoryTarget } from './pickCategoryTarget.ts';
import { categoryCountText, intentCountText } from './texts.ts';

/** Creates the command *Export Intent Categories*, which writes the categories in the user's list to a file. */
export function createExportCategoriesCommand(context: CategoryContext): CommandHandler {
  const { store } = context;
  return async (argument) => {
    const title = vscode.l10n.t('Export Intent Categories');
    const target = await pickCategoryTarget(context, argument, title);
    const categories = store.list(target);
    if (categories.length === 0) {
      throw new UserError(
        vscode.l10n.t(
          "Your list has no intent categories for {0}, so there's nothing to export.",
          target.label,
        ),
        {
          isPermanent: true,
        },
      );
    }
    const isWithIntents = await askWithIntents(argument, title, categories);
    const fileArgument = getStringArgument(argument, 'file');
    const file =
      fileArgument === undefined
        ? await askSaveFile({
            title,
            name: `${toSafeFileName([target.environment.environmentName])}${categoryFileSuffix}`,
            filters: { [vscode.l10n.t('Intent categories')]: ['json'] },
          })
        : vscode.Uri.parse(fileArgument, true);
    await saveText(file, formatCategoryFile(categories, isWithIntents));
    void offerFile(file, exportedCategoriesText(getFileName(file), categories, isWithIntents));
    return { file: file.toString(), categories: categories.length };
  };
}

/**
 * Asks whether to include the IDs of intents, which are useless for other environments. Uses `isWithIntents` of the
 * command argument, if any.
 */
async function askWithIntents(
  argument: unknown,
  title: string,
  categories: readonly StoredCategory[],
): Promise<boolean> {
  const count = categories.reduce((sum, { intentIds }) => sum + intentIds.length, 0);
  const isWithIntents = getBooleanArgument(argument, 'isWithIntents');
  if (isWithIntents !== undefined || count === 0 || getStringArgument(argument, 'file') !== undefined)
    return isWithIntents ?? count > 0;
  const items = [
    {
      iconPath: new vscode.ThemeIcon('link'),
      label: vscode.l10n.t('Include Intent IDs'),
      description: intentCountText(count),
      detail: vscode.l10n.t('For use with the same environment'),
      isWithIntents: true,
    },
    {
      iconPath: new vscode.ThemeIcon('tag'),
      label: vscode.l10n.t('Only Names and Colors'),
      detail: vscode.l10n.t('For use with another environment, which has different intents'),
      isWithIntents: false,
    },
  ];
  const placeHolder = vscode.l10n.t('Select the contents of the file');
  const picked = await pickOne(items, { title, placeHolder });
  return picked.isWithIntents;
}

function exportedCategoriesText(
  name: string,
  categories: readonly StoredCategory[],
  isWithIntents: boolean,
): string {
  const unkept = isWithIntents ? categories.reduce((sum, one) => sum + one.unkept, 0) : 0;
  const exported = vscode.l10n.t(
    'Exported {0} to {1}.',
    categoryCountText(categories.length),
    toPlainText(name),
  );
  if (unkept === 0) return exported;
  return `${exported} ${vscode.l10n.t("The file doesn't include {0} because this editor remembers only a limited number of IDs.", intentCountText(unkept))}`;
}
