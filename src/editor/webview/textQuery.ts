/** A text to search for in all texts of a row. */
export interface TextQuery {
  readonly text: string;
  /** The text is a regular expression (ECMAScript). */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

export const emptyQuery: TextQuery = { text: '', isRegex: false, isCaseSensitive: false };

/** Whether there is a text to search for. A literal text is trimmed. */
export function hasQueryText({ text, isRegex }: TextQuery): boolean {
  return isRegex ? text !== '' : text.trim() !== '';
}
