/** A host with an optional port. */
const bareHost = /^(?:[^\s/?#@:[\]\\]+|\[[\da-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/i;

/**
 * Completes the URL of a server that a user typed: without a scheme, it uses `https`. A text with another scheme, or
 * that doesn't look like a host, isn't changed, so that validation rejects it.
 */
export function normalizeTypedUrl(typed: string): string {
  const text = typed.trim();
  const [start] = /^[^/?#]*/.exec(text) ?? [''];
  // Kept for the validation, which rejects credentials.
  if (start.includes('@') && !/^(?:mailto|javascript|data):/i.test(start)) return `https://${text}`;
  const [host] = bareHost.exec(text) ?? [];
  if (host === undefined) return text.startsWith('//') ? `https:${text}` : text;
  // A single word isn't a host yet.
  return /^(?:localhost$|\[)|:\d|[^.]\.[^.]/i.test(host) ? `https://${text}` : text;
}
