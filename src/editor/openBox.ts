import * as vscode from 'vscode';
import { toVisibleText } from './webview/visibleText.ts';

/** The answer of a question if the user returns to the previous question. */
export const back = Symbol('back');
export type Back = typeof back;

/** A button in the title bar. It cancels the question and calls `run`. */
export interface TitleButton {
  readonly icon: string;
  readonly tooltip: string;
  run(): void;
}

/** The title bar of an input box or a list. */
export interface BoxFrame {
  readonly title: string;
  /** The number of the question in a sequence, from 1. Absent if there is no sequence. */
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly canGoBack?: boolean;
  readonly titleButtons?: readonly TitleButton[] | undefined;
  /** Closes the box when the signal is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** An input box or a list that is open. */
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
  /**
   * Whether a second box with this option, such as a prompt for a new API key, covers this box instead of closing it.
   */
  readonly canBeCovered?: boolean;
}

/** The open boxes that can be covered. The last one is visible, because the editor shows only one box. */
const coverableBoxes: { isCovered: boolean; readonly show: () => void }[] = [];

/**
 * Shows a box until the user answers or cancels, even if the box loses the focus. Rejects with a `CancellationError` if
 * the user cancels. All input boxes and lists are opened here, except menus (`pickMenu`).
 */
export function openBox<T>(
  box: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, step, totalSteps, canGoBack = false, titleButtons = [], signal }: BoxFrame,
  { onAccept, onOpen, onLeave, canBeCovered = false }: BoxHandlers<T>,
): Promise<T | Back> {
  return new Promise<T | Back>((resolve, reject) => {
    const coverable = { isCovered: false, show: () => box.show() };
    let isDone = false;
    // Only the first call has an effect, because a box is also hidden after an answer.
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
    // `ignoreFocusOut`: after the Command Palette closes, a page that had the focus might take it back.
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
      const coveredBox = coverableBoxes.at(-1);
      if (coveredBox) coveredBox.isCovered = true;
      coverableBoxes.push(coverable);
    }
    box.show();
    onOpen?.(open);
  });
}

function removeBox(box: (typeof coverableBoxes)[number]): void {
  const index = coverableBoxes.indexOf(box);
  if (index >= 0) coverableBoxes.splice(index, 1);
  const top = coverableBoxes.at(-1);
  if (!top?.isCovered) return;
  top.isCovered = false;
  top.show();
}
