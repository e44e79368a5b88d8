import * as vscode from 'vscode';
import { visibleText } from './webview/visibleText.ts';

/** The person wants the question before. */
export const back = Symbol('back');
export type Back = typeof back;

/** A button in the title bar that leads elsewhere: the question is left. */
export interface TitleButton {
  readonly icon: string;
  readonly tooltip: string;
  run(): void;
}

/** What stands above a question. */
export interface BoxFrame {
  readonly title: string;
  /** Counts from 1; absent: by itself. */
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly canGoBack?: boolean;
  readonly titleButtons?: readonly TitleButton[] | undefined;
  /** Aborted when the answer is no longer wanted: the box goes. */
  readonly signal?: AbortSignal | undefined;
}

/** A question while it is open. */
export interface OpenBox<T> {
  readonly isDone: boolean;
  resolve(value: T): void;
  reject(error: unknown): void;
  /** Takes the keyboard back, unless another box lies over it. */
  show(): void;
}

interface BoxHandlers<T> {
  /** Enter was pressed: the question stays until it is answered. */
  onAccept(open: OpenBox<T>): void;
  onOpen?: ((open: OpenBox<T>) => void) | undefined;
  /** The person goes: back, elsewhere or away. */
  onLeave?(): void;
  /** A box of this kind that comes meanwhile, such as for a new key, only lies over it. */
  readonly canBeCovered?: boolean;
}

/** The boxes that are kept, the one on top last: the editor shows one at a time. */
const coverableBoxes: { isCovered: boolean; readonly show: () => void }[] = [];

/**
 * Shows a box until it is answered; losing the focus doesn't end it. Rejects with a `CancellationError` when the person
 * leaves. No question is opened but here, apart from menus.
 */
export function openBox<T>(
  box: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, canGoBack = false, titleButtons = [], signal }: BoxFrame,
  { onAccept, onOpen, onLeave, canBeCovered = false }: BoxHandlers<T>,
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
      if (canBeCovered) removeBox(self);
    };
    const leave = (settle = () => reject(new vscode.CancellationError())): void => {
      if (!isDone) onLeave?.();
      finish(settle);
    };
    const open: OpenBox<T> = {
      get isDone() {
        return isDone;
      },
      resolve: (value) => finish(() => resolve(value)),
      reject: (error) => finish(() => reject(error)),
      show: () => {
        if (!self.isCovered) box.show();
      },
    };
    const buttons = new Map<vscode.QuickInputButton, () => void>();
    if (canGoBack) buttons.set(vscode.QuickInputButtons.Back, () => leave(() => resolve(back)));
    for (const { icon, tooltip, run } of titleButtons) {
      buttons.set({ iconPath: new vscode.ThemeIcon(icon), tooltip }, () => {
        leave();
        run();
      });
    }
    // A page that was in use may take the focus back after the palette.
    Object.assign(box, { title: visibleText(title), step, totalSteps, ignoreFocusOut: true });
    box.buttons = [...buttons.keys(), ...box.buttons];
    box.onDidTriggerButton((button) => buttons.get(button)?.());
    box.onDidAccept(() => onAccept(open));
    box.onDidHide(() => {
      if (!self.isCovered) leave();
    });
    signal?.addEventListener('abort', () => leave(), { once: true });
    if (signal?.aborted) return leave();
    if (canBeCovered) {
      const below = coverableBoxes.at(-1);
      if (below) below.isCovered = true;
      coverableBoxes.push(self);
    }
    box.show();
    onOpen?.(open);
  });
}

function removeBox(gone: (typeof coverableBoxes)[number]): void {
  const at = coverableBoxes.indexOf(gone);
  if (at >= 0) coverableBoxes.splice(at, 1);
  const top = coverableBoxes.at(-1);
  if (!top?.isCovered) return;
  top.isCovered = false;
  top.show();
}
