/** The rule that a base URL breaks. The `connection` module turns it into text. */
export type BaseUrlRule = 'empty' | 'notUrl' | 'scheme' | 'insecure' | 'credentials' | 'query' | 'fragment';

/**
 * A valid base URL, without a trailing slash or `/v1`, and its origin, the only one that credentials are sent to; or
 * the broken rule.
 */
export type BaseUrl =
  | { readonly ok: true; readonly url: string; readonly origin: string }
  | { readonly ok: false; readonly rule: BaseUrlRule };

// The URL parser silently drops or encodes these characters, so the URL could lead to another host than the user
// entered.
const unsafeCharacters = /[\s\p{Cc}]/u;

/** Validates and normalizes the base URL that a user entered. Plain HTTP is valid only for this machine. */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, rule: 'empty' };
  if (unsafeCharacters.test(trimmed) || !URL.canParse(trimmed)) return { ok: false, rule: 'notUrl' };
  const url = new URL(trimmed);
  const rule = findBrokenRule(url);
  if (rule) return { ok: false, rule };
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/+v1$/, '')
    .replace(/\/+$/, '');
  return { ok: true, url: url.origin + path, origin: url.origin };
}

function findBrokenRule(url: URL): BaseUrlRule | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'insecure';
  if (url.search !== '') return 'query';
  if (url.hash !== '') return 'fragment';
  return undefined;
}

/**
 * Whether a host is a loopback address. Expects a host from the URL parser, which converts every spelling of an IPv4
 * address to dotted decimal.
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Whether secrets can be sent to a URL of another origin: it uses HTTPS, or leads to this machine if `mayBeLocal` is
 * set.
 */
export function isSafeUrl(address: string, allowsLoopback = true): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && allowsLoopback && isLoopback(hostname));
}
