import { createPickBox, openPick } from './pickBox.ts';
import { type PickItem, toDisplayItem } from './pickItem.ts';
import { filterByWords } from './webview/filterByWords.ts';

interface PickOneOptions {
  readonly title: string;
  readonly placeHolder?: string;
  /** What was typed as it was answered. */
  readonly onAccept?: (value: string) => void;
}

/**
 * Asks for one line of a list that may be long or still on its way; found by several words, too. The answer may be a copy.
 * Rejects with a `CancellationError` when the person leaves, else with what `listing` rejects with.
 */
export function pickOne<T extends PickItem>(
  listing: readonly T[] | Promise<readonly T[]>,
  { title, placeHolder, onAccept }: PickOneOptions,
): Promise<T> {
  const box = createPickBox<T>();
  Object.assign(box, { placeholder: placeHolder, busy: true });
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  let lines: readonly T[] = [];
  const show = (): void => {
    const shown = filterByWords(lines, box.value);
    const { items } = box;
    const isSame = shown.length === items.length && shown.every((line, at) => line === items[at]?.source);
    if (!isSame) box.items = shown.map(toDisplayItem);
  };
  box.onDidChangeValue(show);
  if (onAccept) box.onDidAccept(() => onAccept(box.value));
  return openPick(box, { title }, ({ reject }) => {
    Promise.resolve(listing).then((found) => {
      lines = found;
      box.busy = false;
      show();
    }, reject);
  }) as Promise<T>;
}
