import { createPickBox, openPick } from './pickBox.ts';
import { type PickItem, toDisplayItem } from './pickItem.ts';
import { filterByWords } from './webview/filterByWords.ts';

interface PickOneOptions {
  readonly title: string;
  readonly placeHolder?: string;
  /** Called with the filter text when the user selects an item. */
  readonly onAccept?: (value: string) => void;
}

/**
 * Lets the user select an item of a list, which can be long or still loading. Finds items by several words. The result
 * can be a copy of the item. Rejects with a `CancellationError` if the user cancels, or with the rejection of
 * `listing`.
 */
export function pickOne<T extends PickItem>(
  listing: readonly T[] | Promise<readonly T[]>,
  { title, placeHolder, onAccept }: PickOneOptions,
): Promise<T> {
  const box = createPickBox<T>();
  Object.assign(box, { placeholder: placeHolder, busy: true });
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  let items: readonly T[] = [];
  const show = (): void => {
    const filtered = filterByWords(items, box.value);
    const isSame =
      filtered.length === box.items.length && filtered.every((item, at) => item === box.items[at]?.source);
    if (!isSame) box.items = filtered.map(toDisplayItem);
  };
  box.onDidChangeValue(show);
  if (onAccept) box.onDidAccept(() => onAccept(box.value));
  return openPick(box, { title }, ({ reject }) => {
    Promise.resolve(listing).then((loaded) => {
      items = loaded;
      box.busy = false;
      show();
    }, reject);
  }) as Promise<T>;
}
