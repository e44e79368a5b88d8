/** The rule that a base URL violates. `connection/describeBaseUrlRule.ts` describes it for the user. */
export type BaseUrlRule = 'empty' | 'notUrl' | 'scheme' | 'insecure' | 'credentials' | 'query' | 'fragment';

/**
 * A valid base URL, without a trailing slash or `/v1`, and its origin. Credentials are sent only to that origin. If the
 * URL is invalid, the rule that it violates.
 */
export type BaseUrl =
  | { readonly ok: true; readonly url: string; readonly origin: string }
  | { readonly ok: false; readonly rule: BaseUrlRule };

// The URL parser silently drops or encodes these characters, so the URL could have another host than the one that the
// user entered.
const unsafeCharacters = /[\s\p{Cc}]/u;

/** Validates and normalizes the base URL that a user entered. HTTP is valid only for a loopback address. */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, rule: 'empty' };
  if (unsafeCharacters.test(trimmed) || !URL.canParse(trimmed)) return { ok: false, rule: 'notUrl' };
  const url = new URL(trimmed);
  const rule = findViolatedRule(url);
  if (rule) return { ok: false, rule };
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/+v1$/, '')
    .replace(/\/+$/, '');
  return { ok: true, url: url.origin + path, origin: url.origin };
}

function findViolatedRule(url: URL): BaseUrlRule | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'insecure';
  if (url.search !== '') return 'query';
  if (url.hash !== '') return 'fragment';
  return undefined;
}

/**
 * Whether a host is `localhost` or a loopback address. The host must come from the URL parser, which converts every
 * spelling of an IPv4 address to dotted decimal.
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Whether secrets can be sent to a URL of another origin: it uses HTTPS, or HTTP with a loopback address if
 * `allowsLoopback` is true. A URL with a user name or a password isn't safe.
 */
export function isSafeUrl(url: string, allowsLoopback = true): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && allowsLoopback && isLoopback(hostname));
}
