/** Headers that apply to one connection only (RFC 9110 §7.6.1). Node creates those of its own connection. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
  'http2-settings',
]);

/** Whether a header applies to one connection only. */
export const isConnectionHeader = (name: string): boolean => connectionHeaders.has(name.toLowerCase());

/** Names and values alternate, as in `rawHeaders` of Node. */
export type RawHeaders = readonly string[];

/** Returns the pairs of name and value. */
export function* listHeaders(raw: RawHeaders): Generator<readonly [name: string, value: string]> {
  for (let index = 0; index + 1 < raw.length; index += 2) yield [raw[index] ?? '', raw[index + 1] ?? ''];
}

/** Returns the values of a header, without case sensitivity, joined by commas. `undefined`: there is none. */
export function findHeader(raw: RawHeaders, wantedName: string): string | undefined {
  const values = [...listHeaders(raw)].filter(([name]) => name.toLowerCase() === wantedName);
  return values.length > 0 ? values.map(([, value]) => value).join(', ') : undefined;
}

/**
 * Returns the headers to forward: all but those of the connection, and those that its `Connection` header names
 * (RFC 9110 §7.6.1). Order, case, and duplicates remain.
 */
export function removeConnectionHeaders(raw: RawHeaders): string[] {
  const named = new Set(
    (findHeader(raw, 'connection') ?? '').split(',').map((name) => name.trim().toLowerCase()),
  );
  return [...listHeaders(raw)]
    .filter(([name]) => !isConnectionHeader(name) && !named.has(name.toLowerCase()))
    .flat();
}

/**
 * Returns the headers of a request for the local server. Its `Host` is the local address, because servers for
 * development reject others to prevent DNS rebinding. The public host is in `X-Forwarded-Host`.
 */
export function createLocalHeaders(raw: RawHeaders, localHost: string): string[] {
  const headers = removeConnectionHeaders(raw);
  const publicHost = findHeader(headers, 'host');
  const others = [...listHeaders(headers)].filter(([name]) => name.toLowerCase() !== 'host').flat();
  const hasForwardedHost = publicHost === undefined || findHeader(headers, 'x-forwarded-host') !== undefined;
  return ['Host', localHost, ...others, ...(hasForwardedHost ? [] : ['X-Forwarded-Host', publicHost])];
}

/** Whether the response with these headers is an event stream. */
export const isEventStream = (raw: RawHeaders): boolean =>
  /^text\/event-stream\b/i.test(findHeader(raw, 'content-type') ?? '');
