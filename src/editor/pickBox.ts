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

/** The same for any number of them; those with `picked` are chosen when it opens. */
export async function pickMany<L extends Line>(
  lines: readonly L[],
  options: Omit<vscode.QuickPickOptions, 'canPickMany'>,
): Promise<readonly L[] | undefined> {
  const picked = await vscode.window.showQuickPick(lines.map(shownLine), { ...options, canPickMany: true });
  return picked?.map(({ of }) => of);
}
