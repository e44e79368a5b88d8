import * as l10n from '@vscode/l10n';
import { field } from '../fields.ts';
import { requiredVisits } from './asks/visit.ts';
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
  if (code === 'ANSWER_TOO_LONG') return l10n.t('The answer is longer than 64 MB, and was cut off.');
  if (isNameCode(code)) return l10n.t("There's no host of this name ({0}).", code);
  if (isTlsCode(code)) return l10n.t("The server's certificate isn't accepted ({0}).", code);
  if (/^E[A-Z]+$/.test(code) || code.startsWith('UND_ERR'))
    return l10n.t("The server can't be reached ({0}).", code);
  // Some servers say the code in their words as well.
  const words = (error instanceof Error ? error.message : '')
    .replace(/^MCP error -?\d+: /, '')
    .slice(0, longestWords);
  if (status === 401) return l10n.t('The server asks who you are (401). Add a header, or sign in.');
  if (status === 403) return l10n.t('The server refused the request (403).');
  if (typeof status === 'number') return l10n.t('The server answered with status {0}.', status);
  const rpc = field(error, 'code');
  if (requiredVisits(error).length > 0) {
    return l10n.t('The server wants you to visit an address first. Do that above, and call it again.');
  }
  if (typeof rpc === 'number') return l10n.t('The server answered with error {0}: {1}', rpc, words);
  return words === '' ? l10n.t("What the server sent can't be read.") : words;
}
