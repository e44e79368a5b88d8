import { createPickBox, openPick } from './pickBox.ts';
import { type PickItem, toDisplayItem } from './pickItem.ts';
import { createItemMatcher, filterByWords } from './webview/filterByWords.ts';

interface PickOneOptions<T> {
  readonly title: string;
  readonly placeHolder?: string;
  /** Called with the filter text when the user selects an item. */
  readonly onAccept?: (filterText: string) => void;
  /**
   * Whether the item can have the focus before the user types. If the first item can't, no item has the focus, so that
   * Enter does nothing. After the user types, the first match has the focus. Default: all items can.
   */
  readonly canPreselect?: (item: T) => boolean;
}

/**
 * Lets the user select an item of a list, which can be long or still loading. The user can filter the list by several
 * words. The result can be a copy of the item. Rejects with a `CancellationError` if the user cancels, or with the
 * error of `itemsOrPromise`.
 */
export function pickOne<T extends PickItem>(
  itemsOrPromise: readonly T[] | Promise<readonly T[]>,
  { title, placeHolder, onAccept, canPreselect }: PickOneOptions<T>,
): Promise<T> {
  const box = createPickBox<T>();
  // The editor would sort filtered items by label. The option has no type, see
  // https://github.com/microsoft/vscode/issues/73904.
  Object.assign(box, { placeholder: placeHolder, busy: true, sortByLabel: false });
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  let items: readonly T[] = [];
  const show = (): void => {
    const filtered = filterByWords(items, box.value);
    const isSame =
      filtered.length === box.items.length &&
      filtered.every((item, index) => item === box.items[index]?.source);
    if (!isSame) box.items = filtered.map(toDisplayItem);
    if (!canPreselect) return;
    const first = box.items.find(createItemMatcher(box.value));
    box.activeItems = first && (box.value.trim() || canPreselect(first.source)) ? [first] : [];
  };
  box.onDidChangeValue(show);
  if (onAccept) box.onDidAccept(() => onAccept(box.value));
  return openPick(box, { title }, ({ reject }) => {
    Promise.resolve(itemsOrPromise).then((loaded) => {
      items = loaded;
      box.busy = false;
      show();
    }, reject);
  }) as Promise<T>;
}
