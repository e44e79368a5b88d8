import * as l10n from '@vscode/l10n';
import {
  describeServerUrlIssue,
  parseServerUrl,
  type ServerUrlIssue,
  toOriginAndPath,
} from '../serverUrl.ts';
import { sha256 } from './sha256.ts';
import { hasValueVariables, maskValueVariables } from './variables.ts';

/** The beginning of a URL that decides which server is meant. A variable is one character of it, whatever it contains. */
const originPattern = /^(?:https?:\/\/)?(?:\$\{[^}]*\}|[^/?#\\])*/i;
const urlWithoutQueryPattern = /^(?:\$\{[^}]*\}|[^?#])*/;

/**
 * Reads the URL of an entry after its variables were filled in. Stricter than the question for a URL, and than the URL parser, which
 * drops tabs and line breaks, takes `\` for `/`, and finds a host in `https:/host` as well.
 */
export function parseEntryUrl(text: string): { readonly url: string } | ServerUrlIssue {
  if (/[\s\p{C}\\]/u.test(text)) return 'noUrl';
  const [, host = ''] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (host.includes('@')) return 'credentials';
  return host === '' ? 'noUrl' : parseServerUrl(text);
}

/** The rule that the URL of an entry breaks whatever the values of its variables are. */
export function findEntryUrlIssue(text: string): ServerUrlIssue | undefined {
  if (hasValueVariables(text)) return originPattern.exec(text)?.[0].includes('@') ? 'credentials' : undefined;
  const read = parseEntryUrl(text);
  return typeof read === 'string' ? read : undefined;
}

/** The rule in words, for a URL that no one typed. */
export const describeEntryUrlIssue = (issue: ServerUrlIssue): string =>
  issue === 'noUrl' || issue === 'empty'
    ? l10n.t(
        "The URL must begin with https:// or http:// and can't contain spaces, control characters, or backslashes.",
      )
    : describeServerUrlIssue(issue);

/** Whether the URL of an entry names its host itself, so that no value of a variable leads to another one. */
export const hasLiteralHost = (text: string): boolean => /^https?:\/\/[^\s/?#\\@$]+(?:[/?#]|$)/i.test(text);

/** The URL of an entry as the file has it, without its query. `undefined`: it leads to no server. */
export function unresolvedEntryUrl(text: string): string | undefined {
  if (findEntryUrlIssue(text) !== undefined) return undefined;
  return hasValueVariables(text) ? urlWithoutQueryPattern.exec(text)?.[0] : toOriginAndPath(text);
}

/**
 * The URL of a connection for people: without its query, and with `*` for the values of variables in its path, which may be secrets.
 * Its origin is always the one of `url`. `fill` fills in variables.
 */
export function toDisplayUrl(text: string, url: string, fill: (text: string) => string): string {
  const { origin } = new URL(url);
  const [start = ''] = originPattern.exec(text) ?? [];
  const read = parseEntryUrl(fill(start) + maskValueVariables(text.slice(start.length)));
  return typeof read !== 'string' && new URL(read.url).origin === origin
    ? toOriginAndPath(read.url)
    : `${origin}/…`;
}

/** A URL entry with all of its URL filled in. */
export interface ResolvedUrl {
  readonly url: string;
  /** Its origin and path. */
  readonly address: string;
  /** For people. */
  readonly shownUrl: string;
}

/**
 * Returns the origin and path by which secrets of a server are stored. Names of secrets and of leases are on the disk as they
 * are, so a path with values of variables is replaced by its hash.
 */
export async function toStorageAddress({
  address,
  shownUrl,
}: Pick<ResolvedUrl, 'address' | 'shownUrl'>): Promise<string> {
  return shownUrl === address ? address : `${new URL(address).origin}/${await sha256(address)}`;
}

/** `fill` fills in variables. */
export function resolveUrl(text: string, fill: (text: string) => string): ResolvedUrl | ServerUrlIssue {
  const read = parseEntryUrl(fill(text));
  if (typeof read === 'string') return read;
  const { url } = read;
  return { url, address: toOriginAndPath(url), shownUrl: toDisplayUrl(text, url, fill) };
}
