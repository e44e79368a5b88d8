import * as l10n from '@vscode/l10n';

/**
 * A rejected request: the status of the response, the code of a JSON-RPC error, and the server's reason. Each field
 * is absent or empty if it's unknown.
 */
interface ServerRejection {
  readonly status?: number;
  readonly code?: number;
  readonly text: string;
}

const redirects = [301, 302, 303, 307, 308];

/** Describes a rejected request. `text`: the server's reason, or for a redirect the target URL. */
export function describeServerRejection({ status, code, text }: ServerRejection): string {
  if (status === undefined) return describeRpcError(code, text);
  if (status === 401) {
    const requirement = l10n.t('The server requires authentication (401). Sign in, or add a header.');
    return appendServerReason(requirement, { text, ...(code !== undefined && { code }) });
  }
  if (redirects.includes(status) && code === undefined && text !== '') {
    return l10n.t(
      "The server redirects to {0} ({1}). Redirects aren't followed. If you trust this URL, inspect it instead.",
      text,
      status,
    );
  }
  if (code !== undefined) {
    return text === ''
      ? l10n.t('The server returned status {0} and error {1} without a message.', status, code)
      : l10n.t('The server returned status {0} and error {1}: {2}', status, code, text);
  }
  if (status === 403) {
    return text === ''
      ? l10n.t('The server rejected the request (403).')
      : l10n.t('The server rejected the request (403): {0}', text);
  }
  return text === ''
    ? l10n.t('The server returned status {0}.', status)
    : l10n.t('The server returned status {0}: {1}', status, text);
}

function describeRpcError(code: number | undefined, text: string): string {
  if (code === undefined) {
    return text === ''
      ? l10n.t('The server returned an error without a code or message.')
      : l10n.t('The server returned an error: {0}', text);
  }
  return text === ''
    ? l10n.t('The server returned error {0} without a message.', code)
    : l10n.t('The server returned error {0}: {1}', code, text);
}

/** Appends the server's reason to a text, if there is one. */
export function appendServerReason(
  text: string,
  { code, text: reason }: Omit<ServerRejection, 'status'>,
): string {
  const response = [code, reason].filter((one) => one !== undefined && one !== '').join(': ');
  return response === '' ? text : l10n.t("{0} The server's response: {1}", text, response);
}
