import * as vscode from 'vscode';

export interface Question<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** The rule that what is typed so far breaks, in words; shown while typing. */
  check?(value: string): string | undefined;
  /** Runs on Enter, shown as busy. Its rejection is put into words in place, and what was typed stays. */
  accept(value: string, signal: AbortSignal): Promise<T>;
  /** Puts a rejection of `accept` into words. */
  explain?(error: unknown): string;
}

/** Asks for one text until `accept` takes it. Rejects with a `CancellationError` when the user leaves. */
export function ask<T>(question: Question<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const box = vscode.window.createInputBox();
    const abort = new AbortController();
    let done = false;
    box.title = question.title;
    box.prompt = question.prompt;
    box.placeholder = question.placeholder;
    box.value = question.value ?? '';
    box.password = question.password ?? false;
    box.ignoreFocusOut = true;

    const accept = async (): Promise<void> => {
      if (box.busy) return;
      const broken = question.check?.(box.value);
      box.validationMessage = broken;
      if (broken !== undefined) return;
      box.busy = true;
      box.enabled = false;
      try {
        const result = await question.accept(box.value, abort.signal);
        done = true;
        resolve(result);
        box.hide();
      } catch (error) {
        if (done) return;
        box.validationMessage = question.explain?.(error) ?? String(error);
        box.enabled = true;
        box.busy = false;
        // A disabled box loses the keyboard; showing it again takes it back.
        box.show();
      }
    };

    box.onDidChangeValue((value) => {
      box.validationMessage = value === '' ? undefined : question.check?.(value);
    });
    box.onDidAccept(() => void accept());
    box.onDidHide(() => {
      if (!done) {
        done = true;
        abort.abort();
        reject(new vscode.CancellationError());
      }
      box.dispose();
    });
    box.show();
  });
}
