import * as vscode from 'vscode';
import type { InputMessage } from './message.ts';

/** The value of an input box, which can have several lines, although the editor's input box has only one. */
export interface MultilineInput {
  /** Returns the text from the clipboard if it's used, otherwise the typed text. */
  getValue(): Promise<string>;
  /** Returns the message below the box. `validation` is the message about the typed text. */
  getMessage(validation: InputMessage): InputMessage;
}

/**
 * Lets users paste several lines into an input box, which would otherwise join the lines. The lines are read from the
 * clipboard after a paste, or with a button in the title bar. The box shows only their number. If the user types, the
 * lines are discarded. `onChange` is called after the message has changed.
 */
export function enableMultilinePaste(box: vscode.InputBox, onChange: () => void): MultilineInput {
  const { placeholder } = box;
  let pasted: string | undefined;
  let note: vscode.InputBoxValidationMessage | undefined;
  let previousValue = box.value;
  /** Settles when the clipboard has been read. */
  let reading: Promise<void> = Promise.resolve();

  const showNote = (message: string, severity: vscode.InputBoxValidationSeverity): void => {
    note = { message, severity };
    onChange();
  };
  const usePastedText = (text: string): void => {
    pasted = text;
    previousValue = '';
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
      if (text !== '') usePastedText(text);
      else
        showNote(vscode.l10n.t('The clipboard contains no text.'), vscode.InputBoxValidationSeverity.Warning);
    });
  });
  box.onDidChangeValue((value) => {
    // The value was changed by `usePastedText`, not by the user.
    if (value === '' && pasted !== undefined) return;
    const isPasted = getInsertedLength(previousValue, value) > 1;
    previousValue = value;
    pasted = undefined;
    note = undefined;
    box.placeholder = placeholder;
    if (!isPasted) return;
    reading = readClipboardOrEmpty().then((text) => {
      if (!hasLineBreaks(text) || box.value !== value) return;
      if (removeWhitespace(text) === removeWhitespace(value)) usePastedText(text);
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
    // While the box is empty, the note about the clipboard is more important than the validation.
    getMessage: (validation) => (box.value === '' ? (note ?? validation) : (validation ?? note)),
  };
}

/** Returns the number of new characters between the common start and the common end of two texts. */
function getInsertedLength(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.length - start - end;
}

/** Returns the text in the clipboard, or an empty string if the clipboard can't be read. */
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

/** Makes a pasted text comparable with the clipboard: browsers remove line breaks or replace them with spaces. */
function removeWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function describePastedLines(text: string): string {
  const count = text.replace(/(\r\n?|\n)$/, '').split(/\r\n?|\n/).length;
  return count === 1
    ? vscode.l10n.t('1 line from the clipboard will be used.')
    : vscode.l10n.t('{0} lines from the clipboard will be used.', count.toLocaleString(vscode.env.language));
}
