import * as l10n from '@vscode/l10n';
import { SignInError, type SignInFailure } from '../../auth/errors.ts';
import { truncateText } from '../../domain/plainText.ts';

/** Maximum length of a value from a server in a text. */
const maxValueLength = 300;

/** An invalid document or response of an authorization server or a protected resource. */
export class OAuthProtocolError extends SignInError {
  /** The end of a sentence, with the document, the field, and its value. */
  readonly detail: string;

  constructor(reason: SignInFailure, words: string, status?: number) {
    super(reason, status);
    this.detail = words;
  }
}

const formatOAuthValue = (value: unknown): string =>
  truncateText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), maxValueLength);

/** Returns the URL of a document without possible secrets. */
export function formatDocumentUrl(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return formatOAuthValue(`${origin}${pathname}`);
}

export const createNotObjectError = (document: string): OAuthProtocolError =>
  new OAuthProtocolError('invalidResponse', l10n.t("{0} isn't a JSON object.", document));

export const createMissingFieldError = (document: string, field: string): OAuthProtocolError =>
  new OAuthProtocolError(
    'invalidResponse',
    l10n.t('{0} is missing the required field "{1}".', document, field),
  );

export const createWrongValueError = (
  document: string,
  field: string,
  value: unknown,
  expected: string,
): OAuthProtocolError =>
  new OAuthProtocolError(
    'invalidResponse',
    l10n.t(
      'in {0}, "{1}" is "{2}", but must be "{3}".',
      document,
      field,
      formatOAuthValue(value),
      formatOAuthValue(expected),
    ),
  );

export const createMissingValueError = (
  document: string,
  field: string,
  value: unknown,
  needed: string,
): OAuthProtocolError =>
  new OAuthProtocolError(
    'invalidResponse',
    l10n.t('in {0}, "{1}" is {2}, but must include "{3}".', document, field, formatOAuthValue(value), needed),
  );

export const createNotUrlError = (document: string, field: string, value: unknown): OAuthProtocolError =>
  new OAuthProtocolError(
    'invalidResponse',
    l10n.t('in {0}, "{1}" is "{2}", but must be a URL.', document, field, formatOAuthValue(value)),
  );

export const createInsecureUrlError = (document: string, field: string, value: string): OAuthProtocolError =>
  new OAuthProtocolError(
    'insecure',
    l10n.t('in {0}, "{1}" is "{2}", but must be an HTTPS URL.', document, field, formatOAuthValue(value)),
  );

/** Creates the error that an authorization server names in a response (RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2). */
export function createOAuthResponseError(
  reason: SignInFailure,
  document: string,
  error: unknown,
  description: unknown,
): OAuthProtocolError {
  const detail =
    typeof description === 'string' && description !== ''
      ? l10n.t(
          '{0} contains the error "{1}": {2}',
          document,
          formatOAuthValue(error),
          formatOAuthValue(description),
        )
      : l10n.t('{0} contains the error "{1}".', document, formatOAuthValue(error));
  return new OAuthProtocolError(reason, detail);
}
