import * as l10n from '@vscode/l10n';
import {
  describeServerUrlIssue,
  parseServerUrl,
  type ServerUrlIssue,
  toOriginAndPath,
} from '../serverUrl.ts';
import { hashJson } from './hashJson.ts';
import { hasValueVariables, maskValueVariables } from './variables.ts';

/** Matches the part of a URL that determines the server. A variable counts as one character. */
const originPattern = /^(?:https?:\/\/)?(?:\$\{[^}]*\}|[^/?#\\])*/i;
/** Matches the part of a URL before its query. A variable counts as one character. */
const urlWithoutQueryPattern = /^(?:\$\{[^}]*\}|[^?#])*/;

/**
 * Parses the URL of an entry without variables. Stricter than the URL prompt and the URL parser, which ignores tabs and
 * line breaks, reads `\` as `/`, and accepts `https:/host`.
 */
export function parseEntryUrl(text: string): { readonly url: string } | ServerUrlIssue {
  if (/[\s\p{C}\\]/u.test(text)) return 'noUrl';
  const [, host = ''] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (host.includes('@')) return 'credentials';
  return host === '' ? 'noUrl' : parseServerUrl(text);
}

/** Returns the problem that the URL of an entry has with any values of its variables. */
export function findEntryUrlIssue(text: string): ServerUrlIssue | undefined {
  if (hasValueVariables(text)) return originPattern.exec(text)?.[0].includes('@') ? 'credentials' : undefined;
  const parsed = parseEntryUrl(text);
  return typeof parsed === 'string' ? parsed : undefined;
}

/** Describes a problem of a URL from a file. */
export const describeEntryUrlIssue = (issue: ServerUrlIssue): string =>
  issue === 'noUrl' || issue === 'empty'
    ? l10n.t(
        "The URL must begin with https:// or http:// and can't contain spaces, control characters, or backslashes.",
      )
    : describeServerUrlIssue(issue);

/** Whether the URL of an entry contains its host literally, so that variables can't change it. */
export const hasLiteralHost = (text: string): boolean => /^https?:\/\/[^\s/?#\\@$]+(?:[/?#]|$)/i.test(text);

/** Returns the URL of an entry with unresolved variables and without its query; `undefined` if it's invalid. */
export function toUnresolvedUrl(text: string): string | undefined {
  if (findEntryUrlIssue(text) !== undefined) return undefined;
  return hasValueVariables(text) ? urlWithoutQueryPattern.exec(text)?.[0] : toOriginAndPath(text);
}

/**
 * Returns the URL of a connection for display: without query, and with `*` for variables in the path, which might be
 * secrets. The origin is always the one of `url`. `fill` replaces variables.
 */
function toDisplayUrl(text: string, url: string, replaceVariables: (text: string) => string): string {
  const { origin } = new URL(url);
  const [start = ''] = originPattern.exec(text) ?? [];
  const parsed = parseEntryUrl(replaceVariables(start) + maskValueVariables(text.slice(start.length)));
  return typeof parsed !== 'string' && new URL(parsed.url).origin === origin
    ? toOriginAndPath(parsed.url)
    : `${origin}/…`;
}

/** The URL of an entry with replaced variables. */
export interface ResolvedUrl {
  readonly url: string;
  /**
   * The storage key of the secrets of the server: its origin and path. `toStorageUrl` replaces a path with possible
   * secrets.
   */
  readonly storageUrl: string;
  /** The URL for display, without values that might be secrets. */
  readonly displayUrl: string;
}

/**
 * Returns the origin and path that identify the secrets of a server. Their names are stored unencrypted, so a path with
 * values of variables is replaced by its hash.
 */
export async function toStorageUrl({
  storageUrl,
  displayUrl,
}: Pick<ResolvedUrl, 'storageUrl' | 'displayUrl'>): Promise<string> {
  return displayUrl === storageUrl
    ? storageUrl
    : `${new URL(storageUrl).origin}/${await hashJson(storageUrl)}`;
}

/** Replaces the variables of an entry's URL with `fill`, and parses it. */
export function resolveUrl(
  text: string,
  replaceVariables: (text: string) => string,
): ResolvedUrl | ServerUrlIssue {
  const parsed = parseEntryUrl(replaceVariables(text));
  if (typeof parsed === 'string') return parsed;
  const { url } = parsed;
  return { url, storageUrl: toOriginAndPath(url), displayUrl: toDisplayUrl(text, url, replaceVariables) };
}
