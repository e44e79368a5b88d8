import * as vscode from 'vscode';
import { withoutIcons } from './withoutIcons.ts';

/**
 * A line of a list. Its texts may hold names from outside, so all of them stand as text: `$(name)` draws no icon. An icon
 * of ours has a field of its own.
 */
export interface Line extends vscode.QuickPickItem {
  /** The name of an icon before its detail. */
  readonly detailIcon?: string;
}

/** A line as the editor gets it, and the one that it stands for. */
export interface ShownLine<L> extends vscode.QuickPickItem {
  readonly of: L;
}

export type PickBox<L extends Line> = vscode.QuickPick<ShownLine<L>>;

/** An empty list. With `pickMenu`, the only way to open one: `test/unit/architecture.test.ts` holds that. */
export function createPickBox<L extends Line>(): PickBox<L> {
  return vscode.window.createQuickPick<ShownLine<L>>();
}

export function shownLine<L extends Line>(line: L): ShownLine<L> {
  const { label, description, detail, detailIcon } = line;
  const said = detail === undefined ? undefined : withoutIcons(detail);
  return {
    ...line,
    label: withoutIcons(label),
    ...(description !== undefined && { description: withoutIcons(description) }),
    ...(said !== undefined && { detail: detailIcon === undefined ? said : `$(${detailIcon}) ${said}` }),
    of: line,
  };
}

/** A menu, which a click beside it closes. `undefined`: it was left. */
export async function pickMenu<L extends Line>(
  lines: readonly L[],
  options: Omit<vscode.QuickPickOptions, 'canPickMany'>,
): Promise<L | undefined> {
  return (await vscode.window.showQuickPick(lines.map(shownLine), options))?.of;
}

/** The same for any number of them; those with `picked` are chosen when it opens. */
export async function pickMany<L extends Line>(
  lines: readonly L[],
  options: Omit<vscode.QuickPickOptions, 'canPickMany'>,
): Promise<readonly L[] | undefined> {
  const picked = await vscode.window.showQuickPick(lines.map(shownLine), { ...options, canPickMany: true });
  return picked?.map(({ of }) => of);
}
