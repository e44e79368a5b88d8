/** Parses a URL with any scheme, and removes its fragment. Returns the violated rule if the text isn't valid. */
export function parseUrl(text: string): URL | 'noUrl' | 'credentials' {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return 'noUrl';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'credentials';
  // Fragments aren't sent to servers.
  url.hash = '';
  return url;
}

/** Returns the host and the path of a URL, such as `mcp.example.com/mcp`. The other parts can contain secrets. */
export function shortenServerUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : `${host}${pathname}`;
}
