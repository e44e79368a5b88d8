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
