import * as l10n from '@vscode/l10n';
import { field } from '../fields.ts';
import { requiredVisits } from './asks/visit.ts';
import { OAuthFault } from './signIn/fault.ts';
import { isNameCode, isTlsCode, systemCode } from './trace.ts';

/** Of a server's own words at most. */
const longestWords = 2000;

/** What went wrong with a server, in words: its own where it said something (JSON-RPC), else those of the network. */
export function explain(error: unknown): string {
  const code = systemCode(error);
  if (error instanceof Error && error.name === 'Canceled')
    return l10n.t('You left the question for a header.');
  const status = field(error, 'status');
  if (code === 'REQUEST_TIMEOUT' || code === 'TimeoutError') {
    return l10n.t("The server didn't answer in time.");
  }
  if (error instanceof OAuthFault) return l10n.t("The sign-in can't be renewed: {0}", error.words);
  if (code === 'SignInError') {
    return l10n.t(
      "The sign-in can't be renewed now: its authorization server has a problem, or can't be reached.",
    );
  }
  if (code === 'SESSION_LOST') return sessionLostText(error);
  if (code === 'ANSWER_TOO_LONG') return l10n.t('The answer is longer than 64 MB, and was cut off.');
  if (code === 'RESULT_TOO_DEEP') {
    return l10n.t('The result is nested too deeply to be shown.');
  }
  if (code === 'ANSWER_MISSING') return l10n.t('The server ended the exchange without an answer.');
  if (code === 'CLIENT_HTTP_UNEXPECTED_CONTENT') {
    const type = field(field(error, 'data'), 'contentType');
    if (typeof type !== 'string') return l10n.t("The server's answer is empty.");
    return l10n.t("The server's answer isn't a message of the protocol ({0}).", type.slice(0, 100));
  }
  if (code === 'CONNECTION_CLOSED') return l10n.t('The connection was closed before the answer came.');
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') {
    return l10n.t('The connection to the server broke off ({0}).', code);
  }
  if (isNameCode(code)) return l10n.t("There's no host of this name ({0}).", code);
  if (isTlsCode(code)) return l10n.t("The server's certificate isn't accepted ({0}).", code);
  if (/^E[A-Z]+$/.test(code) || code.startsWith('UND_ERR'))
    return l10n.t("The server can't be reached ({0}).", code);
  // Some servers say the code in their words as well.
  const words = (error instanceof Error ? error.message : '')
    .replace(/^MCP error -?\d+: /, '')
    .slice(0, longestWords);
  if (field(error, 'name') === 'InsufficientScopeError') {
    const scope = field(error, 'requiredScope');
    return typeof scope === 'string'
      ? l10n.t(
          'The server requires the scope "{0}", which the access token lacks (403).',
          scope.slice(0, 300),
        )
      : l10n.t('The server requires more access than the access token grants (403).');
  }
  if (status === 401) return l10n.t('The server asks who you are (401). Add a header, or sign in.');
  if (status === 403) return l10n.t('The server refused the request (403).');
  if (typeof status === 'number') return l10n.t('The server answered with status {0}.', status);
  const unreadable = error instanceof SyntaxError || field(error, 'name') === 'ZodError';
  if (unreadable) return l10n.t("What the server sent can't be read.");
  const rpc = field(error, 'code');
  if (requiredVisits(error).length > 0) {
    return l10n.t('The server wants you to visit an address first. Do that above, and call it again.');
  }
  // The code of a DOMException is none of the server.
  if (typeof rpc === 'number' && !(error instanceof DOMException))
    return l10n.t('The server answered with error {0}: {1}', rpc, words);
  return words === '' ? l10n.t("What the server sent can't be read.") : words;
}

function sessionLostText(error: unknown): string {
  const status = String(field(error, 'status'));
  const words = String(field(error, 'message')).slice(0, longestWords);
  return words === ''
    ? l10n.t('The server no longer has the session ({0}).', status)
    : l10n.t('The server no longer has the session ({0}): {1}', status, words);
}
