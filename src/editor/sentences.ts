import * as l10n from '@vscode/l10n';

/** Matches a punctuation mark at the end of a text, with quotation marks and brackets after it. */
const endingPattern =
  /[\p{Sentence_Terminal}…:;：；][\p{Quotation_Mark}\p{Close_Punctuation}\p{Final_Punctuation}]*$/u;

/** Returns a text with a period, unless it ends with a punctuation mark. */
export function toSentence(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === '' || endingPattern.test(trimmed) ? trimmed : l10n.t('{0}.', trimmed);
}

/** Joins texts from different sources as sentences. Leaves out absent and empty texts. */
export function joinSentences(...texts: readonly (string | undefined)[]): string {
  return texts
    .map((text) => toSentence(text ?? '').trimStart())
    .filter((text) => text !== '')
    .join(' ');
}
