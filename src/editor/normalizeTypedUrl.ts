/** `host`, with a port or without. */
const bareHost = /^(?:[^\s/?#@:[\]\\]+|\[[\da-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/i;

/**
 * What a person typed as the address of a server: without a scheme it is meant with `https`. A text that has another
 * scheme, or that looks like no host, stands as it is, for the rules of its question to refuse.
 */
export function normalizeTypedUrl(typed: string): string {
  const text = typed.trim();
  const [start] = /^[^/?#]*/.exec(text) ?? [''];
  // The rule on credentials is to see them.
  if (start.includes('@') && !/^(?:mailto|javascript|data):/i.test(start)) return `https://${text}`;
  const [host] = bareHost.exec(text) ?? [];
  if (host === undefined) return text.startsWith('//') ? `https:${text}` : text;
  // One word alone is no address yet.
  return /^(?:localhost$|\[)|:\d|[^.]\.[^.]/i.test(host) ? `https://${text}` : text;
}
