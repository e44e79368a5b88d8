import * as l10n from '@vscode/l10n';

/** The end of a sentence, or of a part of one that leads on; quotation marks and brackets can follow it. */
const ending =
  /[\p{Sentence_Terminal}…:;：；][\p{Quotation_Mark}\p{Close_Punctuation}\p{Final_Punctuation}]*$/u;

/** Returns a text with a full stop, unless it ends with a mark of its own. */
export function asSentence(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === '' || ending.test(trimmed) ? trimmed : l10n.t('{0}.', trimmed);
}

/** Joins texts that come from different places as sentences; leaves out those that are absent or empty. */
export function joinSentences(...texts: readonly (string | undefined)[]): string {
  return texts
    .map((text) => asSentence(text ?? '').trimStart())
    .filter((text) => text !== '')
    .join(' ');
}
