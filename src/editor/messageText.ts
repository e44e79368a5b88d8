/**
 * The text of a message or of progress, in which the editor makes links of `[words](command:…)`: what somebody else has
 * named so is not to become one.
 */
export function messageText(text: string): string {
  return text.replaceAll('](', '] (');
}
