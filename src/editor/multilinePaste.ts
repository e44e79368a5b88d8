import * as vscode from 'vscode';

type Said = string | vscode.InputBoxValidationMessage | undefined;

/** The answer of a box, where it may have more lines than the one that a box holds. */
export interface MultilineInput {
  /** What was taken from the clipboard, else what is typed. */
  value(): Promise<string>;
  /** What stands below the box; `broken`: the rule that what is typed breaks. */
  message(broken: Said): Said;
}

/**
 * A box joins the lines that are pasted into it. Here they are taken from the clipboard as they are, never shown: when
 * they are pasted, or with a button in the title bar. Typing replaces them. `changed`: there is another message.
 */
export function enableMultilinePaste(box: vscode.InputBox, onChange: () => void): MultilineInput {
  const { placeholder } = box;
  let pasted: string | undefined;
  let note: vscode.InputBoxValidationMessage | undefined;
  let before = box.value;
  /** The clipboard is being read. */
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
    // Not by typing, but by taking.
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
    value: async () => {
      await reading;
      return pasted ?? box.value;
    },
    // What a button has led to stands for itself while nothing is typed.
    message: (broken) => (box.value === '' ? (note ?? broken) : (broken ?? note)),
  };
}

/** How many characters are new between what both texts begin and end with. */
function insertedLength(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.length - start - end;
}

/** Empty where it can't be read. */
async function readClipboardOrEmpty(): Promise<string> {
  try {
    return await vscode.env.clipboard.readText();
  } catch {
    return '';
  }
}

/** Line ends around a text aren't missed. */
function hasLineBreaks(text: string): boolean {
  return /[\r\n]/.test(text.trim());
}

/** Some browsers leave line ends out of what is pasted, others make them blanks. */
function removeWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function describePastedLines(text: string): string {
  const count = text.replace(/(\r\n?|\n)$/, '').split(/\r\n?|\n/).length;
  return count === 1
    ? vscode.l10n.t('1 line from the clipboard will be used.')
    : vscode.l10n.t('{0} lines from the clipboard will be used.', count.toLocaleString(vscode.env.language));
}
