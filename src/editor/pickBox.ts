import * as vscode from 'vscode';
import { type Back, type BoxFrame, type OpenBox, openBox } from './openBox.ts';
import { type DisplayItem, type PickItem, toDisplayItem } from './pickItem.ts';

export type PickBox<L extends PickItem> = vscode.QuickPick<DisplayItem<L>>;

/** Creates an empty list for results of `toDisplayItem`. All lists are created here. */
export function createPickBox<L extends PickItem>(): PickBox<L> {
  return vscode.window.createQuickPick<DisplayItem<L>>();
}

/** Shows a list, and returns the selected item. */
export function openPick<L extends PickItem>(
  box: PickBox<L>,
  frame: BoxFrame,
  onOpen?: (open: OpenBox<L>) => void,
): Promise<L | Back> {
  return openBox<L>(box, frame, {
    onOpen,
    onAccept: ({ resolve }) => {
      const [picked] = box.selectedItems;
      if (picked) resolve(picked.source);
    },
  });
}

/** Shows a menu, which closes on a click outside. Returns `undefined` if the user cancels. */
export async function pickMenu<L extends PickItem>(
  lines: readonly L[] | Promise<readonly L[]>,
  options: Omit<vscode.QuickPickOptions, 'canPickMany'>,
): Promise<L | undefined> {
  const shown = Promise.resolve(lines).then((found) => found.map(toDisplayItem));
  return (await vscode.window.showQuickPick(shown, options))?.source;
}

interface PickOneQuestion<L extends PickItem> {
  readonly items: readonly L[];
  readonly placeholder: string;
}

interface PickManyQuestion<L extends PickItem> extends PickOneQuestion<L> {
  readonly picked: readonly L[];
  /** Returns the message about an invalid selection, which keeps the list open. */
  readonly validate?: (picked: readonly L[]) => string | undefined;
  /** Called when the button of an item is pressed. The list stays open. */
  readonly onItemButton?: (line: L) => void;
}

/** Lets the user select one of the items. `active` is the one that Enter selects. */
export function askPickOne<L extends PickItem>(
  frame: BoxFrame,
  { items, placeholder, active }: PickOneQuestion<L> & { readonly active?: L | undefined },
): Promise<L | Back> {
  const box = createFilledPickBox(items, placeholder);
  if (active) box.activeItems = findDisplayItems(box, [active]);
  return openPick(box, frame);
}

/** Lets the user select any number of items. Those of `picked` are selected at first. */
export function askPickMany<L extends PickItem>(
  frame: BoxFrame,
  { items, placeholder, picked, validate, onItemButton }: PickManyQuestion<L>,
): Promise<readonly L[] | Back> {
  const box = createFilledPickBox(items, placeholder);
  box.canSelectMany = true;
  box.selectedItems = findDisplayItems(box, picked);
  box.onDidTriggerItemButton(({ item }) => onItemButton?.(item.source));
  return openBox<readonly L[]>(box, frame, {
    onAccept: ({ resolve }) => {
      const chosen = box.selectedItems.map(({ source }) => source);
      const rule = validate?.(chosen);
      if (rule === undefined) return resolve(chosen);
      // The entered text would hide the placeholder.
      box.value = '';
      box.placeholder = rule;
    },
  });
}

/** Lets the user select any number of items, without steps before or after. */
export function pickMany<L extends PickItem>(
  title: string,
  question: PickManyQuestion<L>,
): Promise<readonly L[]> {
  return askPickMany({ title }, question) as Promise<readonly L[]>;
}

function createFilledPickBox<L extends PickItem>(items: readonly L[], placeholder: string): PickBox<L> {
  const box = createPickBox<L>();
  box.items = items.map(toDisplayItem);
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  return box;
}

function findDisplayItems<L extends PickItem>(
  { items }: PickBox<L>,
  lines: readonly L[],
): readonly DisplayItem<L>[] {
  return items.filter(({ source }) => lines.includes(source));
}
