/**
 * A translated text with places `{0}`, `{1}` …, looked up once and filled in often: for what stands on a thousand rows.
 * `translated` gives it unfilled, as `vscode.l10n.t` does without values.
 */
export function createTemplate(translated: () => string): (...values: readonly string[]) => string {
  /** Words and the numbers of places by turns. */
  let parts: readonly string[] | undefined;
  return (...values) => {
    parts ??= translated().split(/\{(\d+)\}/);
    let text = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) text += `${values[Number(parts[at])] ?? ''}${parts[at + 1]}`;
    return text;
  };
}
