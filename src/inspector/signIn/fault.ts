import * as l10n from '@vscode/l10n';
import { SignInError, type SignInFailure } from '../../auth/errors.ts';
import { shortText } from '../../domain/plainText.ts';

/** Characters of a value from a server that are shown. */
const longestValue = 300;

/** A fault in a document or a response of an authorization server or a protected resource, in words. */
export class OAuthFault extends SignInError {
  /** The end of a sentence: it names the document, the field, and its value. */
  readonly words: string;

  constructor(reason: SignInFailure, words: string, status?: number) {
    super(reason, status);
    this.words = words;
  }
}

export const shown = (value: unknown): string =>
  shortText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), longestValue);

/** The URL of a document for people: without what may be secret. */
export function documentName(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return shown(`${origin}${pathname}`);
}

export const notObject = (document: string): OAuthFault =>
  new OAuthFault('untrusted', l10n.t("{0} isn't a JSON object.", document));

export const missingField = (document: string, field: string): OAuthFault =>
  new OAuthFault('untrusted', l10n.t('{0} is missing the required field "{1}".', document, field));

export const wrongField = (document: string, field: string, value: unknown, expected: string): OAuthFault =>
  new OAuthFault(
    'untrusted',
    l10n.t('in {0}, "{1}" is "{2}", but must be "{3}".', document, field, shown(value), shown(expected)),
  );

export const lackingField = (document: string, field: string, value: unknown, needed: string): OAuthFault =>
  new OAuthFault(
    'untrusted',
    l10n.t('in {0}, "{1}" is {2}, but must include "{3}".', document, field, shown(value), needed),
  );

export const notUrlField = (document: string, field: string, value: unknown): OAuthFault =>
  new OAuthFault(
    'untrusted',
    l10n.t('in {0}, "{1}" is "{2}", but must be a URL.', document, field, shown(value)),
  );

export const insecureField = (document: string, field: string, value: string): OAuthFault =>
  new OAuthFault(
    'insecure',
    l10n.t('in {0}, "{1}" is "{2}", but must be an HTTPS URL.', document, field, shown(value)),
  );

/** An error that the authorization server names in a response (RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2). */
export function refusedFault(
  reason: SignInFailure,
  document: string,
  error: unknown,
  description: unknown,
): OAuthFault {
  const words =
    typeof description === 'string' && description !== ''
      ? l10n.t('{0} contains the error "{1}": {2}', document, shown(error), shown(description))
      : l10n.t('{0} contains the error "{1}".', document, shown(error));
  return new OAuthFault(reason, words);
}
