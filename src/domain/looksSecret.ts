import { hasKnownToken } from './knownTokens.ts';

/** Whether a variable is probably a secret: because of its key, a URL with a password, or a token of a known kind. */
export function looksSecret(key: string, value = ''): boolean {
  return (
    /(SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PRIVATE|CREDENTIAL|API_?KEY|ACCESS_?KEY|_KEY$|_PWD$|DSN$)/i.test(
      key,
    ) ||
    /:\/\/[^/@\s:]*:[^/@\s]+@/.test(value) ||
    hasKnownToken(value)
  );
}
