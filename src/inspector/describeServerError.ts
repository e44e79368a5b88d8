import * as l10n from '@vscode/l10n';
import { getField } from '../fields.ts';
import { describeConnectionError, describeTransportError, TransportError } from './connectionErrors.ts';
import { findErrorCode } from './httpExchange.ts';
import { canonicalJson } from './schema/canonicalJson.ts';
import { getStringField, isJsonObject, tryParseJson } from './schema/json.ts';
import { appendServerReason, describeServerRejection } from './serverRejection.ts';
import { getRequiredUrlElicitations } from './serverRequests/urlElicitation.ts';
import { OAuthProtocolError } from './signIn/oauthErrors.ts';
import { missingErrorCode } from './wire/rpcError.ts';
import { readServerReason, type ServerReason } from './wire/serverReason.ts';

/** Maximum length of a server's error message, in UTF-16 units. */
const maxMessageLength = 2000;

/** Maximum length of JSON in a sentence, in UTF-16 units. */
const maxJsonLength = 500;

/** The code of the SDK's error that wraps the error of its first request. */
const negotiationFailed = 'ERA_NEGOTIATION_FAILED';

/** Describes an error of a request to a server, with the server's reason if there is one. */
export function describeServerError(error: unknown): string {
  if (getField(error, 'code') === negotiationFailed && getField(error, 'cause') instanceof Error) {
    return describeServerError(getField(error, 'cause'));
  }
  if (error instanceof Error && error.name === 'Canceled')
    return l10n.t('You canceled the prompt for a header.');
  return (
    describeErrorCode(findErrorCode(error), error) ??
    describeMissingScope(error) ??
    describeHttpStatus(error) ??
    describeJsonRpcError(error) ??
    l10n.t("Couldn't read the server's response.")
  );
}

function describeErrorCode(code: string, error: unknown): string | undefined {
  if (error instanceof OAuthProtocolError) return l10n.t("Couldn't renew the sign-in: {0}", error.detail);
  if (code === 'SESSION_LOST') return describeLostSession(error);
  if (code === 'UNREADABLE_RESPONSE') return describeUnreadableResponse(error);
  return (
    describeConnectionError(code) ??
    (error instanceof TransportError ? describeTransportError(code).text : undefined)
  );
}

/** Describes a response that isn't an MCP message. */
function describeUnreadableResponse(error: unknown): string {
  const [type, text] = [getStringField(error, 'contentType') ?? '', getStringField(error, 'text') ?? ''];
  if (text.trim() === '') return l10n.t("The server's response is empty.");
  const value = tryParseJson(text);
  // A response without a readable reason, such as a bare result, is shown as JSON.
  const reason =
    readServerReason(text)?.text ?? (isJsonObject(value) ? canonicalJson(value, maxJsonLength) : undefined);
  if (type === 'application/json') {
    const isBroken = value === undefined && /^\s*[[{"]/.test(text);
    return reason === undefined || isBroken
      ? l10n.t("Couldn't read the server's response.")
      : l10n.t("The server's response isn't an MCP message: {0}", reason);
  }
  const typeText = type === '' ? l10n.t('no content type') : type.slice(0, 100);
  return reason === undefined
    ? l10n.t("The server's response isn't an MCP message ({0}).", typeText)
    : l10n.t("The server's response isn't an MCP message ({0}): {1}", typeText, reason);
}

/** Describes a 403 response because of a missing scope; `undefined` for any other error. */
function describeMissingScope(error: unknown): string | undefined {
  const scope = getStringField(error, 'missingScope');
  if (scope === undefined) return undefined;
  const text =
    scope === ''
      ? l10n.t('The server requires more access than the access token grants (403).')
      : l10n.t(
          'The server requires the scope "{0}", which the access token lacks (403).',
          scope.slice(0, 300),
        );
  const reason = findServerReason(error);
  // This code adds nothing to the text.
  return reason.text === 'insufficient_scope' ? text : appendServerReason(text, reason);
}

/** Describes the status of a rejected request, with the server's reason. */
function describeHttpStatus(error: unknown): string | undefined {
  const status = getField(error, 'status') ?? (isStreamError(error) ? getField(error, 'code') : undefined);
  if (typeof status === 'number') return describeServerRejection({ status, ...findServerReason(error) });
  return isStreamError(error) ? describeConnectionError('STREAM_ENDED') : undefined;
}

/** Returns the server's reason from the error, or else from the response body in the error. */
function findServerReason(error: unknown): ServerReason {
  const reason = getField(error, 'reason');
  if (isJsonObject(reason)) return reason as unknown as ServerReason;
  return readServerReason(getStringField(getField(error, 'data'), 'text') ?? '') ?? { text: '' };
}

/** Whether an error is one of an event stream. The SDK writes "SSE error: undefined" if a stream ends. */
const isStreamError = (error: unknown): boolean =>
  error instanceof Error && /^SSE error: /.test(error.message);

function describeJsonRpcError(error: unknown): string | undefined {
  if (error instanceof SyntaxError || getField(error, 'name') === 'ZodError') return undefined;
  if (getRequiredUrlElicitations(error).length > 0) {
    return l10n.t(
      'The server requires you to visit a URL first. Open the URL above, and then try the call again.',
    );
  }
  // Some servers repeat the code in their message.
  const message = (error instanceof Error ? error.message : '')
    .replace(/^MCP error -?\d+: /, '')
    .slice(0, maxMessageLength);
  const code = getField(error, 'code');
  // The code of a DOMException isn't a JSON-RPC code.
  if (typeof code === 'number' && !(error instanceof DOMException)) {
    return describeServerRejection({ text: message, ...(code !== missingErrorCode && { code }) });
  }
  return message === '' || isEngineError(error) ? undefined : message;
}

/** Whether an error comes from the JavaScript engine or Node.js. Its message doesn't help a user. */
const isEngineError = (error: unknown): boolean =>
  error instanceof DOMException ||
  ['TypeError', 'RangeError', 'ReferenceError', 'AssertionError'].includes(
    getStringField(error, 'name') ?? '',
  );

function describeLostSession(error: unknown): string {
  const status = String(getField(error, 'status'));
  const message = String(getField(error, 'message')).slice(0, maxMessageLength);
  return message === ''
    ? l10n.t(
        'The session no longer exists on the server ({0}). It might have expired, or the server restarted.',
        status,
      )
    : l10n.t('The session no longer exists on the server ({0}): {1}', status, message);
}
