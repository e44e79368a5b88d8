import * as l10n from '@vscode/l10n';

/** The end of a sentence or a clause, which quotation marks and brackets can follow. */
const ending =
  /[\p{Sentence_Terminal}…:;：；][\p{Quotation_Mark}\p{Close_Punctuation}\p{Final_Punctuation}]*$/u;

/** Returns a text with a period, unless it ends with a punctuation mark. */
export function toSentence(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === '' || ending.test(trimmed) ? trimmed : l10n.t('{0}.', trimmed);
}

/** Joins texts from different sources as sentences. Leaves out those that are absent or empty. */
export function joinSentences(...texts: readonly (string | undefined)[]): string {
  return texts
    .map((text) => toSentence(text ?? '').trimStart())
    .filter((text) => text !== '')
    .join(' ');
}
