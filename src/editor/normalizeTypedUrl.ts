/** Matches a host with an optional port. */
const bareHost = /^(?:[^\s/?#@:[\]\\]+|\[[\da-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/i;

/**
 * Adds `https://` to a URL that a user typed without a scheme. Doesn't change a text that has a scheme or doesn't begin
 * with a host, so that the validation can reject the text.
 */
export function normalizeTypedUrl(typed: string): string {
  const text = typed.trim();
  const [start] = /^[^/?#]*/.exec(text) ?? [''];
  // A user name or password: the validation rejects it with the right message only if the text is a URL.
  if (start.includes('@') && !/^(?:mailto|javascript|data):/i.test(start)) return `https://${text}`;
  const [host] = bareHost.exec(text) ?? [];
  if (host === undefined) return text.startsWith('//') ? `https:${text}` : text;
  // A single word isn't completed, because the user might still be typing the host.
  return /^(?:localhost$|\[)|:\d|[^.]\.[^.]/i.test(host) ? `https://${text}` : text;
}
