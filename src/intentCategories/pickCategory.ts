import * as vscode from 'vscode';
import { answer } from '../editor/answers.ts';
import { plainText } from '../explorer/plainText.ts';
import { targetOf } from '../explorer/target.ts';
import { CommandId } from '../ids.ts';
import { chip, colorWord, isCategoryColor, shades } from './colors.ts';
import type { Here } from './deps.ts';
import type { CategoryMemory, KnownCategory } from './memory.ts';

/** A category that need not be known here. */
export type PickedCategory = Pick<KnownCategory, 'id' | 'name'>;

interface Item extends vscode.QuickPickItem {
  readonly category?: PickedCategory;
}

/**
 * The category that a command is about: by `categoryId` in its argument, else asked for. `isKnown`: only those that are
 * known here will do. Rejects with a `CancellationError`.
 */
export async function pickCategory(
  memory: CategoryMemory,
  here: Here,
  argument: unknown,
  title: string,
  { isKnown = false } = {},
): Promise<PickedCategory> {
  const t = vscode.l10n.t;
  const known = memory.list(here);
  const id = answer(argument, 'categoryId');
  if (id !== undefined) return known.find((one) => one.id === id) ?? { id, name: id };
  const add: Item = { label: t('$(add) Add Intent Category by ID…'), alwaysShow: true };
  const items = [
    ...[...known].sort((a, b) => a.name.localeCompare(b.name)).map(item),
    ...(isKnown ? [] : [add]),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: t('An intent category of {0} that is known here', here.name),
    matchOnDescription: true,
  });
  if (picked?.category) return picked.category;
  if (picked !== add) throw new vscode.CancellationError();
  const added: unknown = await vscode.commands.executeCommand(
    CommandId.addIntentCategory,
    targetOf(here.target),
  );
  const addedId = answer(added, 'categoryId');
  if (addedId === undefined) throw new vscode.CancellationError();
  return { id: addedId, name: answer(added, 'name') ?? addedId };
}

function item(category: KnownCategory): Item {
  const { id, name, color } = category;
  const fill = isCategoryColor(color) ? color : undefined;
  const picture = (kind: 'dark' | 'light') =>
    vscode.Uri.parse(chip(fill && shades[fill][kind], shades.gray[kind]), true);
  const words = color === undefined ? [] : [colorWord(color, vscode.l10n.t)];
  return {
    label: plainText(name) || id,
    // Two of the same name are told apart by their IDs.
    description: [...words, id].map(plainText).join(' · '),
    iconPath: { dark: picture('dark'), light: picture('light') },
    category,
  };
}
