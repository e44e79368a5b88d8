import * as vscode from 'vscode';
import { clipboardLines } from './clipboardLines.ts';
import { boxMessage } from './message.ts';
import { messageText } from './messageText.ts';

/** A button in the title bar that leads elsewhere: the question is left. */
export interface TitleButton {
  readonly icon: string;
  readonly tooltip: string;
  go(): void;
}

export interface Question<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** The answer may have several lines: they can be pasted, or taken from the clipboard. */
  readonly mayHaveLines?: boolean;
  readonly waysOut?: readonly TitleButton[] | undefined;
  /** The rule that what is typed so far breaks, in words; shown while typing. */
  check?(value: string): string | undefined;
  /**
   * Runs on Enter, shown as busy, and may say what it waits for. Its rejection is put into words in place, and what was
   * typed stays. To leave the box aborts the signal.
   */
  accept(value: string, signal: AbortSignal, say: (message: string | undefined) => void): Promise<T>;
  /** What was typed when the user leaves. */
  left?(value: string): void;
  /** Puts a rejection of `accept` into words. */
  explain?(error: unknown): string;
  /** Aborted when the answer is no longer wanted: the box goes. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The boxes that are open, the one on top last. The editor shows one at a time: a question that comes while the answer
 * to another is at work, such as for a new key, takes its place until it is answered.
 */
const open: { isCovered: boolean; readonly show: () => void }[] = [];

/** Asks for one text until `accept` takes it. Rejects with a `CancellationError` when the user leaves. */
export function ask<T>(question: Question<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const box = vscode.window.createInputBox();
    const abort = new AbortController();
    let done = false;
    const self = { isCovered: false, show: () => box.show() };
    const below = open.at(-1);
    if (below) below.isCovered = true;
    open.push(self);
    const leave = (): void => {
      const index = open.indexOf(self);
      if (index >= 0) open.splice(index, 1);
      const top = open.at(-1);
      if (!top?.isCovered) return;
      top.isCovered = false;
      top.show();
    };
    box.title = question.title;
    box.prompt = messageText(question.prompt);
    box.placeholder = question.placeholder;
    box.value = question.value ?? '';
    box.password = question.password ?? false;
    box.ignoreFocusOut = true;
    const { waysOut = [] } = question;
    const outButtons = waysOut.map(({ icon, tooltip }) => ({
      iconPath: new vscode.ThemeIcon(icon),
      tooltip,
    }));
    box.buttons = outButtons;
    const say = (said: Parameters<typeof boxMessage>[0]): void => {
      box.validationMessage = boxMessage(said);
    };
    const check = (): void => {
      const broken = box.value === '' ? undefined : question.check?.(box.value);
      say(lines ? lines.message(broken) : broken);
    };
    const lines = question.mayHaveLines ? clipboardLines(box, check) : undefined;

    const accept = async (): Promise<void> => {
      if (box.busy) return;
      box.busy = true;
      const value = lines ? await lines.value() : box.value;
      const broken = question.check?.(value);
      say(broken);
      box.busy = broken === undefined;
      if (broken !== undefined || done) return;
      box.enabled = false;
      try {
        const severity = vscode.InputBoxValidationSeverity.Info;
        const result = await question.accept(value, abort.signal, (message) => {
          if (!done) say(message === undefined ? undefined : { message, severity });
        });
        finish(() => resolve(result));
      } catch (error) {
        if (done) return;
        const isCancelled = error instanceof vscode.CancellationError;
        say(isCancelled ? undefined : (question.explain?.(error) ?? String(error)));
        box.enabled = true;
        box.busy = false;
        // A disabled box loses the keyboard; showing it again takes it back.
        if (!self.isCovered) box.show();
      }
    };

    box.onDidChangeValue(check);
    box.onDidTriggerButton((button) => {
      const way = waysOut[outButtons.indexOf(button as (typeof outButtons)[number])];
      if (!way) return;
      cancel();
      way.go();
    });
    box.onDidAccept(() => void accept());
    const finish = (settle: () => void): void => {
      if (done) return;
      done = true;
      settle();
      box.dispose();
      leave();
    };
    const cancel = (): void =>
      finish(() => {
        abort.abort();
        question.left?.(box.value);
        reject(new vscode.CancellationError());
      });
    question.signal?.addEventListener('abort', cancel, { once: true });
    if (question.signal?.aborted) {
      cancel();
      return;
    }
    box.onDidHide(() => {
      if (!self.isCovered) cancel();
    });
    box.show();
  });
}
