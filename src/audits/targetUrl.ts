import * as l10n from '@vscode/l10n';
import { normalizeTypedUrl } from '../editor/normalizeTypedUrl.ts';
import { parseUrl } from '../editor/serverUrl.ts';

/** The rule that the URL of a target violates. */
type TargetUrlIssue = 'empty' | 'noUrl' | 'notHttps' | 'credentials';

/**
 * A parsed URL, or the rule that it violates. `url` is the complete URL to audit. `urlWithoutQuery` is the URL to save,
 * because a query can contain a credential.
 */
type ParsedTargetUrl =
  | { readonly url: string; readonly urlWithoutQuery: string; readonly hasQuery: boolean }
  | TargetUrlIssue;

/** Parses and normalizes the URL of a server to audit. */
export function parseTargetUrl(typed: string): ParsedTargetUrl {
  const text = normalizeTypedUrl(typed);
  if (text === '') return 'empty';
  // A scheme without slashes, such as `mailto:`.
  const [scheme] = /^[a-z][a-z0-9+.-]*:(?!\/\/)/i.exec(text) ?? [];
  if (scheme !== undefined && !/\s/.test(text) && scheme.toLowerCase() !== 'https:') return 'notHttps';
  const url = parseUrl(text);
  if (typeof url === 'string') return url;
  if (url.protocol !== 'https:') return 'notHttps';
  const completeUrl = url.href;
  const hasQuery = url.search !== '';
  url.search = '';
  return { url: completeUrl, urlWithoutQuery: url.href, hasQuery };
}

export function describeTargetUrlIssue(issue: TargetUrlIssue): string {
  switch (issue) {
    case 'empty':
      return l10n.t('Enter an MCP server URL.');
    case 'noUrl':
      return l10n.t('Enter an MCP server URL, such as mcp.example.com/mcp.');
    case 'notHttps':
      return l10n.t('The URL must begin with https://. Only HTTPS servers can be audited.');
    case 'credentials':
      return l10n.t(
        "The URL can't contain a user name or password, because it's sent to the service as it is. Remove the part before the @.",
      );
  }
}
