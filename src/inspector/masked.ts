/** A text without secrets, which a server may send back or write; also as JSON has them. */
export function masked(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // The longest first: another one may be a part of it.
  const found = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return found.reduce((rest, form) => (form === '' ? rest : rest.replaceAll(form, '•••')), text);
}
