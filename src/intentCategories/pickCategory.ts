import * as vscode from 'vscode';
import { toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import type { CategoryStore, StoredCategory } from './categoryStore.ts';
import { colorShades, colorText, createColorImage, isCategoryColor } from './colors.ts';
import type { CategoryTarget } from './pickCategoryTarget.ts';

/** A category that might not be in the user's list. */
export type PickedCategory = Pick<StoredCategory, 'id' | 'name'>;

/** A command that provides a category that isn't in the user's list yet. */
type CategorySource = 'create' | 'add' | 'import';

interface CategoryItem extends vscode.QuickPickItem {
  readonly category?: PickedCategory;
  readonly source?: CategorySource;
}

const sourceCommands = {
  create: 'hostedMcp.createIntentCategory',
  add: 'hostedMcp.addIntentCategory',
  import: 'hostedMcp.importIntentCategories',
} as const;

/**
 * Returns the category of a command: the `categoryId` of its argument, or the one that the user picks. `sources`: the
 * commands to offer; *Import* only if the list is empty. Throws a `CancellationError`.
 */
export async function pickCategory(
  store: CategoryStore,
  target: CategoryTarget,
  argument: unknown,
  title: string,
  sources: readonly CategorySource[],
): Promise<PickedCategory> {
  const storedCategories = store.list(target);
  const id = getStringArgument(argument, 'categoryId');
  if (id !== undefined) return storedCategories.find((one) => one.id === id) ?? { id, name: id };
  const offeredSources = sources.filter((source) => source !== 'import' || storedCategories.length === 0);
  const items = [
    ...[...storedCategories].sort((a, b) => a.name.localeCompare(b.name)).map(toCategoryItem),
    ...offeredSources.map((source): CategoryItem => ({ ...toSourceItem(source), alwaysShow: true, source })),
  ];
  const picked = await pickOne(items, {
    title,
    placeHolder:
      storedCategories.length === 0
        ? vscode.l10n.t('Your list has no intent categories for {0} yet', target.label)
        : vscode.l10n.t('Select an intent category of {0}', target.label),
  });
  if (picked.category) return picked.category;
  if (!picked.source) throw new vscode.CancellationError();
  const result: unknown = await vscode.commands.executeCommand(
    sourceCommands[picked.source],
    toEnvironmentRef(target.environment),
  );
  // The user canceled the command, or it showed an error.
  if (result === undefined) throw new vscode.CancellationError();
  // The list now contains the imported categories.
  if (picked.source === 'import') return pickCategory(store, target, argument, title, sources);
  const categoryId = getStringArgument(result, picked.source === 'create' ? 'id' : 'categoryId');
  if (categoryId === undefined) throw new vscode.CancellationError();
  return { id: categoryId, name: getStringArgument(result, 'name') ?? categoryId };
}

function toSourceItem(source: CategorySource): Pick<CategoryItem, 'label' | 'iconPath'> {
  const iconPath = new vscode.ThemeIcon(source === 'import' ? 'folder-opened' : 'add');
  if (source === 'create') return { iconPath, label: vscode.l10n.t('Create Intent Category...') };
  if (source === 'add') return { iconPath, label: vscode.l10n.t('Add Intent Category by ID...') };
  return { iconPath, label: vscode.l10n.t('Import Intent Categories...') };
}

function toCategoryItem(category: StoredCategory): CategoryItem {
  const { id, name, color } = category;
  const fill = isCategoryColor(color) ? color : undefined;
  const createImage = (kind: 'dark' | 'light') =>
    vscode.Uri.parse(createColorImage(fill && colorShades[fill][kind], colorShades.gray[kind]), true);
  const colorTexts = color === undefined ? [] : [colorText(color)];
  return {
    label: toPlainText(name) || id,
    // Distinguishes categories with the same name.
    description: [...colorTexts, id].map(toPlainText).join(' · '),
    iconPath: { dark: createImage('dark'), light: createImage('light') },
    category,
  };
}
