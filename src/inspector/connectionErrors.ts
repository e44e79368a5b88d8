import * as l10n from '@vscode/l10n';
import { dnsErrorCodes, findErrorCode, tlsErrorCodes } from './httpExchange.ts';

/** An HTTP exchange that failed before the complete response was read. */
export class TransportError extends Error {
  /** The code of the system or the HTTP client, such as `ECONNREFUSED`, or else the name of the error. */
  readonly code: string;

  constructor(cause: unknown) {
    super('The HTTP exchange failed.', { cause });
    this.code = findErrorCode(cause);
  }
}

interface ConnectionError {
  readonly codes: RegExp;
  /** The step of a connection over HTTP that failed; absent if the error doesn't come from an HTTP exchange. */
  readonly step?: 'name' | 'reach' | 'tls' | 'http';
  readonly text: (code: string) => string;
}

/** Errors of connections. The first entry that matches a code is used. */
const connectionErrors: readonly ConnectionError[] = [
  {
    codes: /^(?:REQUEST_TIMEOUT|TimeoutError)$/,
    text: () => l10n.t("The server didn't respond in time."),
  },
  {
    codes: /^SignInError$/,
    text: () =>
      l10n.t(
        "Couldn't renew the sign-in because the authorization server has a problem or can't be reached.",
      ),
  },
  {
    codes: /^ENDPOINT_MISSING$/,
    text: () => l10n.t("The server's event stream didn't provide a valid message URL with the same origin."),
  },
  { codes: /^STREAM_ENDED$/, text: () => l10n.t("The server's event stream ended.") },
  {
    codes: /^ANSWER_TOO_LONG$/,
    text: () => l10n.t('The response is larger than 64 MB and was cut off.'),
  },
  { codes: /^RESULT_TOO_DEEP$/, text: () => l10n.t('The result is nested too deeply to be shown.') },
  {
    codes: /^ANSWER_MISSING$/,
    text: () => l10n.t('The server closed the stream without sending a response.'),
  },
  {
    codes: /^CLIENT_HTTP_UNEXPECTED_CONTENT$/,
    text: () => l10n.t("The server's response is empty."),
  },
  {
    codes: /^CONNECTION_CLOSED$/,
    text: () => l10n.t('The connection was closed before the response arrived.'),
  },
  {
    codes: dnsErrorCodes,
    step: 'name',
    text: (code) => l10n.t("Couldn't resolve the host name ({0}). Check the URL.", code),
  },
  {
    codes: /^(?:EPROTO$|ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST))/,
    step: 'tls',
    text: (code) =>
      l10n.t(
        "Couldn't establish an encrypted connection ({0}). The server might not use TLS on this port. Check the URL.",
        code,
      ),
  },
  {
    codes: tlsErrorCodes,
    step: 'tls',
    text: (code) =>
      l10n.t(
        "The TLS handshake with the server failed ({0}). The server's certificate might be invalid or untrusted.",
        code,
      ),
  },
  {
    // Codes of zlib, Brotli, and Zstandard.
    codes: /^(?:Z_|ZSTD_|ERR__ERROR_|ERR_(?:BROTLI|ZLIB|ZSTD|PADDING))/,
    step: 'http',
    text: (code) =>
      l10n.t(
        "Couldn't decompress the response ({0}) because the body doesn't match its Content-Encoding header. Check the compression settings of the server and its proxy.",
        code,
      ),
  },
  {
    codes: /^(?:UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/,
    step: 'http',
    text: (code) =>
      l10n.t(
        'The response headers are too long ({0}). Shorten the headers that the server or its proxy sends.',
        code,
      ),
  },
  {
    codes: /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
    step: 'http',
    text: (code) =>
      l10n.t(
        "The response length doesn't match the Content-Length header ({0}). The response might have been cut off. Try again, or check the server log.",
        code,
      ),
  },
  {
    // The HTTP parser throws some errors without a code.
    codes: /^(?:HPE_|HTTPParserError$|ERR_ASSERTION$)/,
    step: 'http',
    text: (code) =>
      l10n.t(
        "The response isn't valid HTTP ({0}). The response might have been cut off, or a different kind of program might be using this port. Check the URL and the server log.",
        code,
      ),
  },
  {
    codes: /^ECONNREFUSED$/,
    step: 'reach',
    text: (code) =>
      l10n.t(
        "Nothing is listening on the server's port ({0}). Check the port, and make sure that the server is running.",
        code,
      ),
  },
  {
    codes: /^(?:UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|ECONNRESET|EPIPE)$/,
    step: 'reach',
    text: (code) =>
      l10n.t(
        'The connection to the server was lost ({0}) before the complete response arrived. Try again, or check the server log.',
        code,
      ),
  },
  {
    codes: /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/,
    step: 'reach',
    text: (code) => l10n.t("The server didn't respond in time ({0}). Check the URL and the network.", code),
  },
  {
    codes: /^(?:E[A-Z0-9]+$|UND_ERR)/,
    step: 'reach',
    text: (code) => l10n.t("Couldn't reach the server ({0}). Check the URL and the network.", code),
  },
];

/** Describes an error of a connection by its code; `undefined` for unknown codes. */
export const describeConnectionError = (code: string): string | undefined =>
  connectionErrors.find(({ codes }) => codes.test(code))?.text(code);

/** Returns the connection step at which an HTTP exchange failed, and the reason, with a general text for unknown codes. */
export function describeTransportError(code: string): {
  readonly step: NonNullable<ConnectionError['step']>;
  readonly text: string;
} {
  for (const { codes, step, text } of connectionErrors) {
    if (step !== undefined && codes.test(code)) return { step, text: text(code) };
  }
  const text = l10n.t('The HTTP request failed ({0}). Try again, or check the server log.', code);
  return { step: 'reach', text };
}

/** Describes why the system couldn't start a command, by the code of the error. `command`: without secrets. */
export function describeStartError(code: string, command: string): string {
  switch (code) {
    case 'ENOENT':
      return l10n.t("The command wasn't found: {0}", command);
    case 'EACCES':
      return l10n.t("You don't have permission to run {0}.", command);
    default:
      return l10n.t("Couldn't start {0} ({1}).", command, code);
  }
}
