/** The rule that a base URL breaks; the editor layer puts it into words. */
export type BaseUrlRule = 'empty' | 'notUrl' | 'scheme' | 'insecure' | 'credentials' | 'query' | 'fragment';

/** `url` has no trailing slash and no `/v1`; `origin` is the only place where credentials may go. */
export type BaseUrl =
  | { readonly ok: true; readonly url: string; readonly origin: string }
  | { readonly ok: false; readonly rule: BaseUrlRule };

// The URL parser drops or encodes these without a word, so that another host than the one typed could be meant.
const unsafeCharacters = /[\s\p{Cc}]/u;

/** Checks and normalises what a person typed as the service's address. Plain http only to this machine. */
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

/** Takes a parsed host name: the URL parser brings every spelling of an IPv4 address into dotted decimal. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether what is secret may go to an address of another origin: it is encrypted, or leads to this machine if that may be. */
export function isSafeUrl(address: string, mayBeLocal = true): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && mayBeLocal && isLoopback(hostname));
}
