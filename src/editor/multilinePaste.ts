import * as vscode from 'vscode';
import type { InputMessage } from './message.ts';

/** The value of an input box that can have several lines, although the box has only one. */
export interface MultilineInput {
  /** Returns the pasted text, or else the typed one. */
  getValue(): Promise<string>;
  /** Returns the message below the box. `broken` is the message about the typed text. */
  getMessage(broken: InputMessage): InputMessage;
}

/**
 * Lets users paste several lines into an input box, which would otherwise join them. They are read from the clipboard
 * after a paste, or with a button in the title bar, and aren't shown. Typing replaces them. `onChange` is called after
 * the message has changed.
 */
export function enableMultilinePaste(box: vscode.InputBox, onChange: () => void): MultilineInput {
  const { placeholder } = box;
  let pasted: string | undefined;
  let note: vscode.InputBoxValidationMessage | undefined;
  let before = box.value;
  /** Settles when the clipboard has been read. */
  let reading: Promise<void> = Promise.resolve();

  const showNote = (message: string, severity: vscode.InputBoxValidationSeverity): void => {
    note = { message, severity };
    onChange();
  };
  const usePasted = (text: string): void => {
    pasted = text;
    before = '';
    box.value = '';
    box.placeholder = describePastedLines(text);
    showNote(box.placeholder, vscode.InputBoxValidationSeverity.Info);
  };
  const button: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('clippy'),
    tooltip: vscode.l10n.t('Use Value from Clipboard'),
  };
  box.buttons = [...box.buttons, button];
  box.onDidTriggerButton((pressed) => {
    if (pressed !== button) return;
    reading = readClipboardOrEmpty().then((text) => {
      if (text !== '') usePasted(text);
      else
        showNote(vscode.l10n.t('The clipboard contains no text.'), vscode.InputBoxValidationSeverity.Warning);
    });
  });
  box.onDidChangeValue((value) => {
    // The value was changed by `usePasted`, not by the user.
    if (value === '' && pasted !== undefined) return;
    const isPasted = insertedLength(before, value) > 1;
    before = value;
    pasted = undefined;
    note = undefined;
    box.placeholder = placeholder;
    if (!isPasted) return;
    reading = readClipboardOrEmpty().then((text) => {
      if (!hasLineBreaks(text) || box.value !== value) return;
      if (removeWhitespace(text) === removeWhitespace(value)) usePasted(text);
      else if (removeWhitespace(value).includes(removeWhitespace(text))) {
        showNote(
          vscode.l10n.t(
            'Pasted lines were joined into one. To keep the line breaks, use the clipboard button above.',
          ),
          vscode.InputBoxValidationSeverity.Warning,
        );
      }
    });
  });
  return {
    getValue: async () => {
      await reading;
      return pasted ?? box.value;
    },
    // While the box is empty, the message of the button replaces the one about the typed text.
    getMessage: (broken) => (box.value === '' ? (note ?? broken) : (broken ?? note)),
  };
}

/** Returns the number of new characters between the common start and the common end of two texts. */
function insertedLength(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.length - start - end;
}

/** Returns an empty string if the clipboard is unreadable. */
async function readClipboardOrEmpty(): Promise<string> {
  try {
    return await vscode.env.clipboard.readText();
  } catch {
    return '';
  }
}

/** Whether a text has line breaks, other than at its start or end. */
function hasLineBreaks(text: string): boolean {
  return /[\r\n]/.test(text.trim());
}

/** Some browsers remove line breaks from pasted text, and others replace them by spaces. */
function removeWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function describePastedLines(text: string): string {
  const count = text.replace(/(\r\n?|\n)$/, '').split(/\r\n?|\n/).length;
  return count === 1
    ? vscode.l10n.t('1 line from the clipboard will be used.')
    : vscode.l10n.t('{0} lines from the clipboard will be used.', count.toLocaleString(vscode.env.language));
}
