import * as vscode from 'vscode';
import { visibleText } from './webview/visibleText.ts';

/** The person wants the question before. */
export const back = Symbol('back');
export type Back = typeof back;

/** A button in the title bar that leads elsewhere: the question is left. */
export interface TitleButton {
  readonly icon: string;
  readonly tooltip: string;
  go(): void;
}

/** What stands above a question. */
export interface BoxFrame {
  readonly title: string;
  /** Counts from 1; absent: by itself. */
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly canGoBack?: boolean;
  readonly waysOut?: readonly TitleButton[] | undefined;
  /** Aborted when the answer is no longer wanted: the box goes. */
  readonly signal?: AbortSignal | undefined;
}

/** A question while it is open. */
export interface OpenBox<T> {
  readonly isDone: boolean;
  answer(value: T): void;
  fail(error: unknown): void;
  /** Takes the keyboard back, unless another box lies over it. */
  show(): void;
}

interface Ends<T> {
  /** Enter was pressed: the question stays until it is answered. */
  accepted(open: OpenBox<T>): void;
  opened?: ((open: OpenBox<T>) => void) | undefined;
  /** The person goes: back, elsewhere or away. */
  left?(): void;
  /** A box of this kind that comes meanwhile, such as for a new key, only lies over it. */
  readonly isKept?: boolean;
}

/** The boxes that are kept, the one on top last: the editor shows one at a time. */
const kept: { isCovered: boolean; readonly show: () => void }[] = [];

/**
 * Shows a box until it is answered; losing the focus doesn't end it. Rejects with a `CancellationError` when the person
 * leaves. No question is opened but here, apart from menus.
 */
export function openBox<T>(
  box: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, canGoBack = false, waysOut = [], signal }: BoxFrame,
  { accepted, opened, left, isKept = false }: Ends<T>,
): Promise<T | Back> {
  return new Promise<T | Back>((resolve, reject) => {
    const self = { isCovered: false, show: () => box.show() };
    let isDone = false;
    // That the box goes once it is answered is no cancellation.
    const finish = (settle: () => void): void => {
      if (isDone) return;
      isDone = true;
      settle();
      box.dispose();
      if (isKept) uncover(self);
    };
    const leave = (settle = () => reject(new vscode.CancellationError())): void => {
      if (!isDone) left?.();
      finish(settle);
    };
    const open: OpenBox<T> = {
      get isDone() {
        return isDone;
      },
      answer: (value) => finish(() => resolve(value)),
      fail: (error) => finish(() => reject(error)),
      show: () => {
        if (!self.isCovered) box.show();
      },
    };
    const buttons = new Map<vscode.QuickInputButton, () => void>();
    if (canGoBack) buttons.set(vscode.QuickInputButtons.Back, () => leave(() => resolve(back)));
    for (const { icon, tooltip, go } of waysOut) {
      buttons.set({ iconPath: new vscode.ThemeIcon(icon), tooltip }, () => {
        leave();
        go();
      });
    }
    // A page that was in use may take the focus back after the palette.
    Object.assign(box, { title: visibleText(title), step, totalSteps, ignoreFocusOut: true });
    box.buttons = [...buttons.keys(), ...box.buttons];
    box.onDidTriggerButton((button) => buttons.get(button)?.());
    box.onDidAccept(() => accepted(open));
    box.onDidHide(() => {
      if (!self.isCovered) leave();
    });
    signal?.addEventListener('abort', () => leave(), { once: true });
    if (signal?.aborted) return leave();
    if (isKept) {
      const below = kept.at(-1);
      if (below) below.isCovered = true;
      kept.push(self);
    }
    box.show();
    opened?.(open);
  });
}

function uncover(gone: (typeof kept)[number]): void {
  const at = kept.indexOf(gone);
  if (at >= 0) kept.splice(at, 1);
  const top = kept.at(-1);
  if (!top?.isCovered) return;
  top.isCovered = false;
  top.show();
}
