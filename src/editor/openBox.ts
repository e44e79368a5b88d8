import * as vscode from 'vscode';
import { toVisibleText } from './webview/visibleText.ts';

/** The user wants to return to the previous question. */
export const back = Symbol('back');
export type Back = typeof back;

/** A button in the title bar that cancels the question and does something else. */
export interface TitleButton {
  readonly icon: string;
  readonly tooltip: string;
  run(): void;
}

/** The title bar of an input box or a list. */
export interface BoxFrame {
  readonly title: string;
  /** The number of the step, from 1. Absent if the question isn't part of a sequence. */
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly canGoBack?: boolean;
  readonly titleButtons?: readonly TitleButton[] | undefined;
  /** Closes the box when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** An open question. */
export interface OpenBox<T> {
  readonly isDone: boolean;
  resolve(value: T): void;
  reject(error: unknown): void;
  /** Shows the box again with the focus, unless another box covers it. */
  show(): void;
}

interface BoxHandlers<T> {
  /** Called when the user presses Enter. The box stays open until `resolve` or `reject`. */
  onAccept(open: OpenBox<T>): void;
  onOpen?: ((open: OpenBox<T>) => void) | undefined;
  /** Called when the user goes back, cancels, or uses a title button. */
  onLeave?(): void;
  /** Another box of this kind, such as one for a new key, only covers this one and doesn't close it. */
  readonly canBeCovered?: boolean;
}

/** The open boxes that can be covered, the visible one last: the editor shows one at a time. */
const coverableBoxes: { isCovered: boolean; readonly show: () => void }[] = [];

/**
 * Shows a box until it's answered, even if it loses the focus. Rejects with a `CancellationError` if the user cancels.
 * All questions are opened here, except menus.
 */
export function openBox<T>(
  box: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, canGoBack = false, titleButtons = [], signal }: BoxFrame,
  { onAccept, onOpen, onLeave, canBeCovered = false }: BoxHandlers<T>,
): Promise<T | Back> {
  return new Promise<T | Back>((resolve, reject) => {
    const coverable = { isCovered: false, show: () => box.show() };
    let isDone = false;
    // Hiding the box after an answer isn't a cancellation.
    const finish = (settle: () => void): void => {
      if (isDone) return;
      isDone = true;
      settle();
      box.dispose();
      if (canBeCovered) removeBox(coverable);
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
        if (!coverable.isCovered) box.show();
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
    // A page that had the focus might take it back after the Command Palette.
    Object.assign(box, { title: toVisibleText(title), step, totalSteps, ignoreFocusOut: true });
    box.buttons = [...buttons.keys(), ...box.buttons];
    box.onDidTriggerButton((button) => buttons.get(button)?.());
    box.onDidAccept(() => onAccept(open));
    box.onDidHide(() => {
      if (!coverable.isCovered) leave();
    });
    signal?.addEventListener('abort', () => leave(), { once: true });
    if (signal?.aborted) return leave();
    if (canBeCovered) {
      const below = coverableBoxes.at(-1);
      if (below) below.isCovered = true;
      coverableBoxes.push(coverable);
    }
    box.show();
    onOpen?.(open);
  });
}

function removeBox(box: (typeof coverableBoxes)[number]): void {
  const at = coverableBoxes.indexOf(box);
  if (at >= 0) coverableBoxes.splice(at, 1);
  const top = coverableBoxes.at(-1);
  if (!top?.isCovered) return;
  top.isCovered = false;
  top.show();
}
