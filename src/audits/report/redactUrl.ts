/**
 * The address of a server to be shown or written: without user name, password and fragment, and without the values in its
 * query, any of which may be a secret.
 */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const hasMore = url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '';
  if (!hasMore) return text;
  url.username = '';
  url.password = '';
  url.hash = '';
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, '***');
  return url.href;
}

/** What may be kept of it: no query at all. */
export function toStorableUrl(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(redactUrl(text));
  url.search = '';
  return url.href;
}

/** What is short enough for a tab. */
export function getUrlHost(text: string): string {
  return URL.canParse(text) ? new URL(text).host : text;
}
