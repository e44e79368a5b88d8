import * as l10n from '@vscode/l10n';
import { isLoopback } from '../api/baseUrl.ts';
import { normalizeTypedUrl } from '../editor/normalizeTypedUrl.ts';
import { parseUrl } from '../editor/serverUrl.ts';

/** The rule that a URL violates. */
export type ServerUrlIssue = 'empty' | 'noUrl' | 'insecure' | 'credentials';

/**
 * Parses a URL or a port that the user entered. Returns the violated rule if the URL is invalid. Only loopback URLs can
 * use http.
 */
export function parseServerUrl(input: string): { readonly url: string } | ServerUrlIssue {
  const text = input.trim();
  if (text === '') return 'empty';
  // Matches a port, or a loopback host with an optional port, and an optional path: `3000`, `:3000/mcp`, `localhost/mcp`.
  const loopbackMatch = /^(?::?(\d{1,5})|(?:localhost|127\.0\.0\.1)(?::(\d{1,5}))?)(\/\S*)?$/i.exec(text);
  const normalizedUrl = loopbackMatch
    ? toLoopbackUrl(loopbackMatch[1] ?? loopbackMatch[2], loopbackMatch[3])
    : normalizeTypedUrl(text);
  const url = parseUrl(normalizedUrl);
  if (typeof url === 'string') return url;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'noUrl';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'insecure';
  return { url: url.href };
}

/** Returns the URL for a port, with the usual path of test servers by default. */
const toLoopbackUrl = (port = '80', path = '/mcp'): string => `http://127.0.0.1:${port}${path}`;

export function describeServerUrlIssue(issue: ServerUrlIssue): string {
  switch (issue) {
    case 'empty':
      return l10n.t('Enter an MCP server URL or a port on this machine.');
    case 'noUrl':
      return l10n.t('Enter a URL such as https://mcp.example.com/mcp, or a port such as 3000.');
    case 'insecure':
      return l10n.t('The URL must begin with https://. Only servers on this machine can use http://.');
    case 'credentials':
      return l10n.t("The URL can't contain a user name or password. Send them in a header instead.");
  }
}

/**
 * Returns the origin and path of a URL, which are the storage key of the server's secrets. The query is left out,
 * because it can be a secret.
 */
export function toOriginAndPath(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
