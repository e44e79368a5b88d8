/**
 * Creates a function that replaces `{0}`, `{1}` … in a translated text. `translate` is called only once and returns the
 * text with placeholders, because `vscode.l10n.t` would be slow for each of a thousand rows.
 */
export function createTemplate(translate: () => string): (...values: readonly string[]) => string {
  /** The parts of the text. Those at odd indexes are the numbers of placeholders. */
  let parts: readonly string[] | undefined;
  return (...values) => {
    parts ??= translate().split(/\{(\d+)\}/);
    let text = parts[0] ?? '';
    for (let index = 1; index < parts.length; index += 2) {
      text += `${values[Number(parts[index])] ?? ''}${parts[index + 1]}`;
    }
    return text;
  };
}
