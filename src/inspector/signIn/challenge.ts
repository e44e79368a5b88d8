import { stringFieldOf, tryParseJson } from '../schema/json.ts';

/** The sign-in that a server asks for in the WWW-Authenticate header of a refusal (RFC 6750 §3, RFC 9728 §5.1). */
export interface Challenge {
  /** Absent where the header has none, or not a URL: there are well-known places, too. */
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** Returns the parameters of a WWW-Authenticate header, of all its challenges, with their names in lower case. */
export function readChallengeParameters(headers: Headers): Readonly<Record<string, string>> {
  const header = headers.get('www-authenticate') ?? '';
  const parameters = header.matchAll(/(?:^|[\s,])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g);
  return Object.fromEntries(
    [...parameters].map(([, name = '', quoted, token = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? token,
    ]),
  );
}

/** Returns the challenge of a refusal. Its fields are absent where the header has none, or empty ones. */
export function parseChallenge({ headers }: Response): Challenge {
  const { resource_metadata: url = '', scope = '' } = readChallengeParameters(headers);
  return {
    ...(URL.canParse(url) && { resourceMetadataUrl: new URL(url) }),
    ...(scope.trim() !== '' && { scope: scope.trim() }),
  };
}

/** Whether a server refuses a request because the access token lacks a scope (RFC 6750 §3.1). Some name it in the body only. */
export function isInsufficientScope({ status, headers }: Response, body = ''): boolean {
  const errors = [readChallengeParameters(headers)['error'], stringFieldOf(tryParseJson(body), 'error')];
  return status === 403 && errors.some((error) => error?.toLowerCase() === 'insufficient_scope');
}

/** Returns all scopes of several texts of them (RFC 6749 §3.3), each once; `undefined` for none. */
export function mergeScopes(...texts: readonly (string | undefined)[]): string | undefined {
  const scopes = texts.flatMap((text = '') => text.split(/\s+/)).filter((scope) => scope !== '');
  return scopes.length === 0 ? undefined : [...new Set(scopes)].join(' ');
}
