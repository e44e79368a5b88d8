/**
 * Creates a function that fills in a translated text with `{0}`, `{1}` …. The text is looked up only once, for texts
 * that a thousand rows have. `translated` returns it without values, as `vscode.l10n.t` does.
 */
export function createTemplate(translated: () => string): (...values: readonly string[]) => string {
  /** Alternating texts and placeholder numbers. */
  let parts: readonly string[] | undefined;
  return (...values) => {
    parts ??= translated().split(/\{(\d+)\}/);
    let text = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) text += `${values[Number(parts[at])] ?? ''}${parts[at + 1]}`;
    return text;
  };
}
