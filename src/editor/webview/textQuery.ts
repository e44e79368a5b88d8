/** A search for a text in the rows of a list. */
export interface TextQuery {
  readonly text: string;
  /** Whether the text is a regular expression of JavaScript. */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

export const emptyQuery: TextQuery = { text: '', isRegex: false, isCaseSensitive: false };

/** Whether the query has a text to search for. White space counts only in a regular expression. */
export function hasQueryText({ text, isRegex }: TextQuery): boolean {
  return isRegex ? text !== '' : text.trim() !== '';
}
