import * as vscode from 'vscode';
import { toInputMessage } from './message.ts';
import { enableMultilinePaste } from './multilinePaste.ts';
import { type Back, type BoxFrame, type OpenBox, openBox } from './openBox.ts';
import { sanitizeMessage } from './sanitizeMessage.ts';
import { joinSentences } from './sentences.ts';

export interface InputQuestion<T> {
  readonly prompt: string;
  readonly placeholder?: string | undefined;
  readonly value?: string;
  readonly password?: boolean;
  /** The answer may have several lines: they can be pasted, or taken from the clipboard. */
  readonly isMultiline?: boolean;
  /** The rule that what is typed breaks, in words, or something to say of it; shown while typing. */
  validate?(value: string): string | vscode.InputBoxValidationMessage | undefined;
  /**
   * Runs on Enter with what breaks no rule, shown as busy, and may say what it waits for. Its rejection is put into words
   * in place, and what was typed stays. To leave the box aborts the signal.
   */
  accept(value: string, signal: AbortSignal, showProgress: (message: string | undefined) => void): Promise<T>;
  /** What was typed when the user leaves. */
  onLeave?(value: string): void;
  /** Puts a rejection of `accept` into words. */
  explainError?(error: unknown): string;
}

/** Asks for one text until `accept` takes it. Rejects with a `CancellationError` when the user leaves. */
export function askInput<T>(question: InputQuestion<T> & Omit<BoxFrame, 'canGoBack'>): Promise<T> {
  return askInputStep(question, question) as Promise<T>;
}

/** The same in a row of questions. */
export function askInputStep<T>(frame: BoxFrame, question: InputQuestion<T>): Promise<T | Back> {
  const box = vscode.window.createInputBox();
  const abort = new AbortController();
  box.prompt = sanitizeMessage(question.prompt);
  box.placeholder = question.placeholder;
  box.value = question.value ?? '';
  box.password = question.password ?? false;
  const check = (value: string) => withPrompt(question.prompt, question.validate?.(value));
  const showMessage = (message: Parameters<typeof toInputMessage>[0]): void => {
    box.validationMessage = toInputMessage(message);
  };
  const show = (): void => {
    const validation = check(box.value);
    showMessage(lines ? lines.message(validation) : validation);
  };
  const lines = question.isMultiline ? enableMultilinePaste(box, show) : undefined;

  const accepted = async (open: OpenBox<T>): Promise<void> => {
    if (box.busy) return;
    box.busy = true;
    const value = lines ? await lines.value() : box.value;
    const validation = check(value);
    showMessage(validation);
    box.busy = !isError(validation);
    if (isError(validation) || open.isDone) return;
    box.enabled = false;
    try {
      const severity = vscode.InputBoxValidationSeverity.Info;
      const answer = await question.accept(value, abort.signal, (message) => {
        if (!open.isDone) showMessage(message === undefined ? undefined : { message, severity });
      });
      open.resolve(answer);
    } catch (error) {
      if (open.isDone) return;
      const isCancelled = error instanceof vscode.CancellationError;
      showMessage(isCancelled ? undefined : (question.explainError?.(error) ?? String(error)));
      box.enabled = true;
      box.busy = false;
      // A disabled box loses the keyboard; showing it again takes it back.
      open.show();
    }
  };

  box.onDidChangeValue(show);
  // No one has done wrong before typing.
  if (box.value !== '' || !isError(check(''))) show();
  return openBox<T>(box, frame, {
    onAccept: (open) => void accepted(open),
    onLeave: () => {
      abort.abort();
      question.onLeave?.(box.value);
    },
    canBeCovered: true,
  });
}

/** What is no error doesn't take the place of the question. */
function withPrompt(prompt: string, validation: string | vscode.InputBoxValidationMessage | undefined) {
  if (validation === undefined || typeof validation === 'string' || isError(validation)) return validation;
  return { ...validation, message: joinSentences(prompt, validation.message) };
}

function isError(message: string | vscode.InputBoxValidationMessage | undefined): boolean {
  if (message === undefined) return false;
  return typeof message === 'string' || message.severity === vscode.InputBoxValidationSeverity.Error;
}
