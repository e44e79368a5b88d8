import * as vscode from 'vscode';
import { type Back, type BoxFrame, type OpenBox, openBox } from './openBox.ts';
import { type DisplayItem, type PickItem, toDisplayItem } from './pickItem.ts';

export type PickBox<Item extends PickItem> = vscode.QuickPick<DisplayItem<Item>>;

/** Creates an empty list, whose items must be results of `toDisplayItem`. All lists except menus are created here. */
export function createPickBox<Item extends PickItem>(): PickBox<Item> {
  return vscode.window.createQuickPick<DisplayItem<Item>>();
}

/** Shows a list, and returns the selected item. */
export function openPick<Item extends PickItem>(
  box: PickBox<Item>,
  frame: BoxFrame,
  onOpen?: (open: OpenBox<Item>) => void,
): Promise<Item | Back> {
  return openBox<Item>(box, frame, {
    onOpen,
    onAccept: ({ resolve }) => {
      const [picked] = box.selectedItems;
      if (picked) resolve(picked.source);
    },
  });
}

/**
 * Shows a menu, which closes when it loses the focus. Returns the selected item, or `undefined` if the user cancels.
 */
export async function pickMenu<Item extends PickItem>(
  items: readonly Item[] | Promise<readonly Item[]>,
  options: Omit<vscode.QuickPickOptions, 'canPickMany'>,
): Promise<Item | undefined> {
  const displayItems = Promise.resolve(items).then((loaded) => loaded.map(toDisplayItem));
  return (await vscode.window.showQuickPick(displayItems, options))?.source;
}

interface PickOneQuestion<Item extends PickItem> {
  readonly items: readonly Item[];
  readonly placeholder: string;
}

interface PickManyQuestion<Item extends PickItem> extends PickOneQuestion<Item> {
  readonly picked: readonly Item[];
  /** Returns a message if the selection is invalid. The list then stays open and shows the message. */
  readonly validate?: (picked: readonly Item[]) => string | undefined;
  /** Called when the user presses the button of an item. The list stays open. */
  readonly onItemButton?: (item: Item) => void;
}

/** Lets the user select one item. `active` is the item that has the focus at first. */
export function askPickOne<Item extends PickItem>(
  frame: BoxFrame,
  { items, placeholder, active }: PickOneQuestion<Item> & { readonly active?: Item | undefined },
): Promise<Item | Back> {
  const box = createFilledPickBox(items, placeholder);
  if (active) box.activeItems = findDisplayItems(box, [active]);
  return openPick(box, frame);
}

/** Lets the user select any number of items. The items in `picked` are selected at first. */
export function askPickMany<Item extends PickItem>(
  frame: BoxFrame,
  { items, placeholder, picked, validate, onItemButton }: PickManyQuestion<Item>,
): Promise<readonly Item[] | Back> {
  const box = createFilledPickBox(items, placeholder);
  box.canSelectMany = true;
  box.selectedItems = findDisplayItems(box, picked);
  box.onDidTriggerItemButton(({ item }) => onItemButton?.(item.source));
  return openBox<readonly Item[]>(box, frame, {
    onAccept: ({ resolve }) => {
      const selected = box.selectedItems.map(({ source }) => source);
      const message = validate?.(selected);
      if (message === undefined) return resolve(selected);
      // Clears the filter text, because it would hide the message in the placeholder.
      box.value = '';
      box.placeholder = message;
    },
  });
}

/** Lets the user select any number of items, as a single question. */
export function pickMany<Item extends PickItem>(
  title: string,
  question: PickManyQuestion<Item>,
): Promise<readonly Item[]> {
  return askPickMany({ title }, question) as Promise<readonly Item[]>;
}

function createFilledPickBox<Item extends PickItem>(
  items: readonly Item[],
  placeholder: string,
): PickBox<Item> {
  const box = createPickBox<Item>();
  box.items = items.map(toDisplayItem);
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  return box;
}

function findDisplayItems<Item extends PickItem>(
  box: PickBox<Item>,
  items: readonly Item[],
): readonly DisplayItem<Item>[] {
  return box.items.filter(({ source }) => items.includes(source));
}
