import * as vscode from 'vscode';
import { type Back, type BoxFrame, type OpenBox, openBox } from './openBox.ts';
import { type Line, type ShownLine, shownLine } from './shownLine.ts';

export type PickBox<L extends Line> = vscode.QuickPick<ShownLine<L>>;

/** An empty list for lines that `shownLine` has made. No list is opened but here. */
export function createPickBox<L extends Line>(): PickBox<L> {
  return vscode.window.createQuickPick<ShownLine<L>>();
}

/** Opens a list for one of its lines. */
export function openPick<L extends Line>(
  box: PickBox<L>,
  frame: BoxFrame,
  opened?: (open: OpenBox<L>) => void,
): Promise<L | Back> {
  return openBox<L>(box, frame, {
    opened,
    accepted: ({ answer }) => {
      const [picked] = box.selectedItems;
      if (picked) answer(picked.of);
    },
  });
}

/** A menu, which a click beside it closes. `undefined`: it was left. */
export async function pickMenu<L extends Line>(
  lines: readonly L[] | Promise<readonly L[]>,
  options: Omit<vscode.QuickPickOptions, 'canPickMany'>,
): Promise<L | undefined> {
  const shown = Promise.resolve(lines).then((found) => found.map(shownLine));
  return (await vscode.window.showQuickPick(shown, options))?.of;
}

interface PickQuestion<L extends Line> {
  readonly items: readonly L[];
  readonly placeholder: string;
}

interface PicksQuestion<L extends Line> extends PickQuestion<L> {
  readonly picked: readonly L[];
  /** The rule that these break: the question stays, and says it. */
  readonly refusal?: (picked: readonly L[]) => string | undefined;
  /** The button of a line was pressed: the question stays. */
  readonly pressed?: (line: L) => void;
}

/** Asks for one of these; `active`: the one that Enter takes. */
export function askPick<L extends Line>(
  frame: BoxFrame,
  { items, placeholder, active }: PickQuestion<L> & { readonly active?: L | undefined },
): Promise<L | Back> {
  const box = list(items, placeholder);
  if (active) box.activeItems = shownOf(box, [active]);
  return openPick(box, frame);
}

/** Asks for any number of these; those of `picked` are chosen when it opens. */
export function askPicks<L extends Line>(
  frame: BoxFrame,
  { items, placeholder, picked, refusal, pressed }: PicksQuestion<L>,
): Promise<readonly L[] | Back> {
  const box = list(items, placeholder);
  box.canSelectMany = true;
  box.selectedItems = shownOf(box, picked);
  box.onDidTriggerItemButton(({ item }) => pressed?.(item.of));
  return openBox<readonly L[]>(box, frame, {
    accepted: ({ answer }) => {
      const chosen = box.selectedItems.map(({ of }) => of);
      const rule = refusal?.(chosen);
      if (rule === undefined) return answer(chosen);
      // What is typed would stand in its place.
      box.value = '';
      box.placeholder = rule;
    },
  });
}

/** The same by itself. */
export function pickMany<L extends Line>(title: string, question: PicksQuestion<L>): Promise<readonly L[]> {
  return askPicks({ title }, question) as Promise<readonly L[]>;
}

function list<L extends Line>(items: readonly L[], placeholder: string): PickBox<L> {
  const box = createPickBox<L>();
  box.items = items.map(shownLine);
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  return box;
}

function shownOf<L extends Line>({ items }: PickBox<L>, lines: readonly L[]): readonly ShownLine<L>[] {
  return items.filter(({ of }) => lines.includes(of));
}
