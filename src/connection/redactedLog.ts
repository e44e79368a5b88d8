import { redact } from '../api/redact.ts';
import type { Account } from '../auth/accounts.ts';
import type { Log } from '../editor/log.ts';
import { formatAccountLabel } from './accountTexts.ts';

/** Creates a log that redacts the labels of accounts, because users paste it into reports. */
export function createRedactedLog(log: Log, accounts: () => readonly Account[]): Log {
  const nameless = (text: string): string =>
    redact(
      text,
      accounts().flatMap((account) => [account.label, formatAccountLabel(account)]),
    );
  return {
    trace: (text) => log.trace(nameless(text)),
    debug: (text) => log.debug(nameless(text)),
    info: (text) => log.info(nameless(text)),
    warn: (text) => log.warn(nameless(text)),
    error: (text) => log.error(nameless(text)),
  };
}
