import * as l10n from '@vscode/l10n';
import type { ServerWords } from './wire/serverWords.ts';

/** Describes the status of a response that refuses a request, with the server's own words. */
export function refusalText(status: number, words: ServerWords | undefined): string {
  const text = words?.text ?? '';
  if (status === 401) {
    return text === ''
      ? l10n.t('The server asks who you are (401). Add a header, or sign in.')
      : l10n.t(
          "The server asks who you are (401). Add a header, or sign in. The server's response: {0}",
          text,
        );
  }
  if (words?.code !== undefined) {
    return l10n.t('The server answered with status {0} and error {1}: {2}', status, words.code, text);
  }
  if (status === 403) {
    return text === ''
      ? l10n.t('The server refused the request (403).')
      : l10n.t('The server refused the request (403): {0}', text);
  }
  return text === ''
    ? l10n.t('The server answered with status {0}.', status)
    : l10n.t('The server answered with status {0}: {1}', status, text);
}
