import * as l10n from '@vscode/l10n';

/** An error of a server: the status of the response, the code of a JSON-RPC error, and its own words, each where it has one. */
interface Refusal {
  readonly status?: number;
  readonly code?: number;
  readonly text: string;
}

const redirects = [301, 302, 303, 307, 308];

/** Describes an error of a server, with its own words: those of a redirect are the address that it names. */
export function refusalText({ status, code, text }: Refusal): string {
  if (status === undefined) return rpcErrorText(code, text);
  if (status === 401) {
    const asks = l10n.t('The server asks who you are (401). Add a header, or sign in.');
    return withServerWords(asks, { text, ...(code !== undefined && { code }) });
  }
  if (redirects.includes(status) && code === undefined && text !== '') {
    return l10n.t(
      "The server redirects to {0} ({1}). Redirects aren't followed. If you trust that address, inspect it instead.",
      text,
      status,
    );
  }
  if (code !== undefined) {
    return text === ''
      ? l10n.t('The server answered with status {0} and error {1}, without a message.', status, code)
      : l10n.t('The server answered with status {0} and error {1}: {2}', status, code, text);
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

function rpcErrorText(code: number | undefined, text: string): string {
  if (code === undefined) {
    return text === ''
      ? l10n.t('The server answered with an error that has no code and no message.')
      : l10n.t('The server answered with an error: {0}', text);
  }
  return text === ''
    ? l10n.t('The server answered with error {0}, without a message.', code)
    : l10n.t('The server answered with error {0}: {1}', code, text);
}

/** Adds the server's own words to a text, if there are any. */
export function withServerWords(text: string, { code, text: words }: Omit<Refusal, 'status'>): string {
  const response = [code, words].filter((one) => one !== undefined && one !== '').join(': ');
  return response === '' ? text : l10n.t("{0} The server's response: {1}", text, response);
}
