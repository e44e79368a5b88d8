import * as vscode from 'vscode';
import { type InputMessage, toInputMessage } from './message.ts';
import { enableMultilinePaste } from './multilinePaste.ts';
import { type Back, type BoxFrame, type OpenBox, openBox } from './openBox.ts';
import { sanitizeMessage } from './sanitizeMessage.ts';
import { joinSentences } from './sentences.ts';

export interface InputQuestion<T> {
  readonly prompt: string;
  readonly placeholder?: string | undefined;
  readonly value?: string;
  readonly password?: boolean;
  /** Whether the user can paste several lines. */
  readonly isMultiline?: boolean;
  /** Returns the message about the entered text: an error, or information. Called while the user types. */
  validate?(value: string): InputMessage;
  /**
   * Whether a text can be the start of a valid one. If so, the box shows its prompt as a warning, and the error only when
   * the user presses Enter.
   */
  isIncomplete?(value: string): boolean;
  /**
   * Called when the user presses Enter and the text is valid. Meanwhile, the box is busy, and shows the message of
   * `showProgress`. If the promise rejects, the box shows the error and stays open. Closing the box aborts the signal.
   */
  accept(value: string, signal: AbortSignal, showProgress: (message: string | undefined) => void): Promise<T>;
  /** Called with the entered text when the user leaves the box without an answer. */
  onLeave?(value: string): void;
  /** Describes the error that `accept` rejected with. */
  explainError?(error: unknown): string;
}

/** Prompts for a text until `accept` succeeds. Rejects with a `CancellationError` if the user cancels. */
export function askInput<T>(question: InputQuestion<T> & Omit<BoxFrame, 'canGoBack'>): Promise<T> {
  return askInputStep(question, question) as Promise<T>;
}

/** Prompts for a text as one step of a sequence. */
export function askInputStep<T>(frame: BoxFrame, question: InputQuestion<T>): Promise<T | Back> {
  const box = vscode.window.createInputBox();
  const abort = new AbortController();
  box.prompt = sanitizeMessage(question.prompt);
  box.placeholder = question.placeholder;
  box.value = question.value ?? '';
  box.password = question.password ?? false;
  const check = (value: string) => withPrompt(question.prompt, question.validate?.(value));
  const warning = { message: question.prompt, severity: vscode.InputBoxValidationSeverity.Warning };
  const showMessage = (message: InputMessage): void => {
    box.validationMessage = toInputMessage(message);
  };
  const show = (): void => {
    const validation = question.isIncomplete?.(box.value) ? warning : check(box.value);
    showMessage(multiline ? multiline.getMessage(validation) : validation);
  };
  const multiline = question.isMultiline ? enableMultilinePaste(box, show) : undefined;

  const handleAccept = async (open: OpenBox<T>): Promise<void> => {
    if (box.busy) return;
    box.busy = true;
    const value = multiline ? await multiline.getValue() : box.value;
    const validation = check(value);
    showMessage(validation);
    box.busy = !isError(validation);
    if (isError(validation) || open.isDone) return;
    box.enabled = false;
    try {
      const severity = vscode.InputBoxValidationSeverity.Info;
      const result = await question.accept(value, abort.signal, (message) => {
        if (!open.isDone) showMessage(message === undefined ? undefined : { message, severity });
      });
      open.resolve(result);
    } catch (error) {
      if (open.isDone) return;
      const isCanceled = error instanceof vscode.CancellationError;
      showMessage(isCanceled ? undefined : (question.explainError?.(error) ?? String(error)));
      box.enabled = true;
      box.busy = false;
      // A disabled box loses the focus, and showing it again returns the focus.
      open.show();
    }
  };

  box.onDidChangeValue(show);
  // The box doesn't show that it's empty before the user types.
  if (box.value !== '' || question.isIncomplete || !isError(check(''))) show();
  return openBox<T>(box, frame, {
    onAccept: (open) => void handleAccept(open),
    onLeave: () => {
      abort.abort();
      question.onLeave?.(box.value);
    },
    canBeCovered: true,
  });
}

/** Adds the prompt to a message that isn't an error, because the editor shows the message instead of the prompt. */
function withPrompt(prompt: string, validation: InputMessage) {
  if (validation === undefined || typeof validation === 'string' || isError(validation)) return validation;
  return { ...validation, message: joinSentences(prompt, validation.message) };
}

function isError(message: InputMessage): boolean {
  if (message === undefined) return false;
  return typeof message === 'string' || message.severity === vscode.InputBoxValidationSeverity.Error;
}
