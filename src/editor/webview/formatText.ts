/** Replaces the placeholders `{0}`, `{1}` … in a text. */
export function formatText(text: string, ...values: readonly (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}
