import { fixedLengthTokenPattern, prefixedTokenPattern } from '../../domain/knownTokens.ts';

/** Removes the parts of a URL that can be secret: user name, password, fragment, and the values in the query. */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const hasSecretParts = url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '';
  if (!hasSecretParts) return text;
  url.username = '';
  url.password = '';
  url.hash = '';
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, '***');
  return url.href;
}

/**
 * Returns a URL that can be stored, without secrets and without a query. Returns an empty string for an invalid URL.
 */
export function toStorableUrl(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(redactUrl(text));
  url.search = '';
  return url.href;
}

/** Returns the host of a URL, or the whole text if it isn't a URL. */
export function getUrlHost(text: string): string {
  return URL.canParse(text) ? new URL(text).host : text;
}

/** Maximum number of characters of a path in a label. */
const maxPathLength = 32;

/** Returns the path and the host of a URL, such as `/mcp · mcp.example.com`. The end of a long path is kept. */
export function getTargetLabel(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  if (pathname === '/' || pathname === '') return host;
  const path = pathname.length > maxPathLength ? `…${pathname.slice(1 - maxPathLength)}` : pathname;
  return `${path} · ${host}`;
}

const urlPattern = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'`<>]+/gi;
/** Matches a JWT (RFC 7519), also without its signature. */
const jwtPattern = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
const privateKeyPattern =
  /-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,24}PRIVATE KEY-----)?/g;
/** Matches the scheme and the credentials of an HTTP header. */
const credentialsPattern = /\b(bearer|basic)(\s+)[\w.~+/=-]{8,}/gi;
/** Matches an assignment, or a field of JSON, whose name is typical for a secret. */
const secretFieldPattern =
  /(?<![\w-])([\w-]{0,60}(?:api[-_]?key|secret|password|passwd|token))(["']?\s?=\s?["']?|["']\s?:\s?["'])[^\s"',;&]{4,}/gi;
/** Matches an HTTP header with credentials. */
const secretHeaderPattern =
  /(?<![\w-])((?:(?:proxy-)?authorization|(?:set-)?cookie|[\w-]{0,60}-(?:key|secret|token)):\s?)[^\s"'`][^\r\n"'`]{3,}/gi;

/** Replaces credentials in a text of the service: parts of URLs, tokens, and values of headers and fields. */
export function maskSecretTexts(text: string): string {
  return text
    .replace(urlPattern, redactUrlInText)
    .replace(privateKeyPattern, '***')
    .replace(secretHeaderPattern, '$1***')
    .replace(credentialsPattern, '$1$2***')
    .replace(jwtPattern, '***')
    .replace(prefixedTokenPattern, '***')
    .replace(fixedLengthTokenPattern, '***')
    .replace(secretFieldPattern, '$1$2***');
}

/** Redacts a URL. If it can't be parsed, removes everything before an `@` and after a `?` or `#`. */
function redactUrlInText(url: string): string {
  if (URL.canParse(url)) return redactUrl(url);
  return url.replace(/:\/\/.*@/, '://').replace(/[?#].*$/, '');
}
