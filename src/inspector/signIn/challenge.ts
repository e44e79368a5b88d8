import { getStringField, tryParseJson } from '../schema/json.ts';

/** The challenge in the WWW-Authenticate header of a 401 or 403 response (RFC 6750 §3, RFC 9728 §5.1). */
export interface Challenge {
  /** Absent if the header has none, or an invalid one. The caller then tries well-known URLs. */
  readonly resourceMetadataUrl?: URL;
  /** The required scopes, separated by spaces. */
  readonly scope?: string;
}

/**
 * Merges the parameters of all challenges in a WWW-Authenticate header (RFC 9110). Names are lowercase. If a name is
 * repeated, the last parameter counts.
 */
export function readChallengeParameters(headers: Headers): Readonly<Record<string, string>> {
  const header = headers.get('www-authenticate') ?? '';
  // Matches `name=token` and `name="quoted \\" string"` (RFC 9110 §11.2).
  const parameters = header.matchAll(/(?:^|[\s,])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g);
  return Object.fromEntries(
    [...parameters].map(([, name = '', quoted, token = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? token,
    ]),
  );
}

/** Reads the challenge of a 401 or 403 response. Empty values and invalid URLs are left out. */
export function parseChallenge({ headers }: Response): Challenge {
  const { resource_metadata: url = '', scope = '' } = readChallengeParameters(headers);
  return {
    ...(URL.canParse(url) && { resourceMetadataUrl: new URL(url) }),
    ...(scope.trim() !== '' && { scope: scope.trim() }),
  };
}

/**
 * Whether a server rejects a request because the access token lacks a scope (RFC 6750 §3.1). Some servers put the error
 * code only in the body.
 */
export function isInsufficientScope({ status, headers }: Response, body = ''): boolean {
  const errorCodes = [readChallengeParameters(headers)['error'], getStringField(tryParseJson(body), 'error')];
  return status === 403 && errorCodes.some((error) => error?.toLowerCase() === 'insufficient_scope');
}

/** Merges lists of scopes (RFC 6749 §3.3), without duplicates; `undefined` if there are none. */
export function mergeScopes(...scopeLists: readonly (string | undefined)[]): string | undefined {
  const scopes = scopeLists.flatMap((text = '') => text.split(/\s+/)).filter((scope) => scope !== '');
  return scopes.length === 0 ? undefined : [...new Set(scopes)].join(' ');
}
