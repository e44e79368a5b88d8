/** Parses a URL with any scheme, without its fragment, or returns the rule that the text violates. */
export function parseUrl(text: string): URL | 'noUrl' | 'credentials' {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return 'noUrl';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'credentials';
  // Fragments aren't sent to servers.
  url.hash = '';
  return url;
}

/** Returns host and path of a URL without possible secrets, such as `mcp.example.com/mcp`. */
export function shortenServerUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}
