/** A text to look for in all that a row says. */
export interface TextQuery {
  readonly text: string;
  /** The text is a regular expression (ECMAScript). */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

export const emptyQuery: TextQuery = { text: '', isRegex: false, isCaseSensitive: false };

/** Whether there is a text to look for. A literal one is looked for without the blanks around it. */
export function hasQueryText({ text, isRegex }: TextQuery): boolean {
  return isRegex ? text !== '' : text.trim() !== '';
}
