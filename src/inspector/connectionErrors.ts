import * as l10n from '@vscode/l10n';
import { findErrorCode, isDnsErrorCode, isTlsErrorCode } from './httpExchange.ts';

/** An HTTP exchange that failed before the complete response was read. */
export class TransportError extends Error {
  /** The code of the system or the HTTP client, such as `ECONNREFUSED`, or else the name of the error. */
  readonly code: string;

  constructor(cause: unknown) {
    super('The HTTP exchange failed.', { cause });
    this.code = findErrorCode(cause);
  }
}

/** The connection step that failed, and the reason. */
interface TransportErrorText {
  readonly step: 'name' | 'reach' | 'tls' | 'http';
  readonly text: string;
}

const connectionClosedCodes = [
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'ECONNRESET',
  'EPIPE',
];
const timeoutCodes = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];
/** Codes of zlib, Brotli, and Zstandard. */
const decodingCodes = /^(?:Z_|ZSTD_|ERR__ERROR_|ERR_(?:BROTLI|ZLIB|ZSTD|PADDING))/;
/** Codes of the HTTP parser, which throws some errors without a code. */
const parserCodes = /^(?:HPE_|HTTPParserError$)/;

/** Describes why an HTTP exchange failed; `undefined` if the code isn't from the network or HTTP. */
export function describeKnownTransportError(code: string): TransportErrorText | undefined {
  if (isDnsErrorCode(code)) {
    return { step: 'name', text: l10n.t("Couldn't resolve the host name ({0}). Check the URL.", code) };
  }
  if (code === 'EPROTO' || /^ERR_SSL_(?:WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST)/.test(code)) {
    const text = l10n.t(
      "Couldn't establish an encrypted connection ({0}). The server might not use TLS on this port. Check the URL.",
      code,
    );
    return { step: 'tls', text };
  }
  if (isTlsErrorCode(code)) {
    const text = l10n.t(
      "The TLS handshake with the server failed ({0}). The server's certificate might be invalid or untrusted.",
      code,
    );
    return { step: 'tls', text };
  }
  return describeHttpError(code) ?? describeUnreachable(code);
}

function describeHttpError(code: string): TransportErrorText | undefined {
  if (decodingCodes.test(code)) {
    const text = l10n.t(
      "Couldn't decompress the response ({0}) because the body doesn't match its Content-Encoding header. Check the compression settings of the server and its proxy.",
      code,
    );
    return { step: 'http', text };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    const text = l10n.t(
      'The response headers are too long ({0}). Shorten the headers that the server or its proxy sends.',
      code,
    );
    return { step: 'http', text };
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    const text = l10n.t(
      "The response length doesn't match the Content-Length header ({0}). The response might have been cut off. Try again, or check the server log.",
      code,
    );
    return { step: 'http', text };
  }
  if (!parserCodes.test(code) && code !== 'ERR_ASSERTION') return undefined;
  const text = l10n.t(
    "The response isn't valid HTTP ({0}). The response might have been cut off, or a different kind of program might be using this port. Check the URL and the server log.",
    code,
  );
  return { step: 'http', text };
}

function describeUnreachable(code: string): TransportErrorText | undefined {
  if (code === 'ECONNREFUSED') {
    const text = l10n.t(
      "Nothing is listening on the server's port ({0}). Check the port, and make sure that the server is running.",
      code,
    );
    return { step: 'reach', text };
  }
  if (connectionClosedCodes.includes(code)) {
    const text = l10n.t(
      'The connection to the server was lost ({0}) before the complete response arrived. Try again, or check the server log.',
      code,
    );
    return { step: 'reach', text };
  }
  if (timeoutCodes.includes(code)) {
    const text = l10n.t("The server didn't respond in time ({0}). Check the URL and the network.", code);
    return { step: 'reach', text };
  }
  if (/^E[A-Z0-9]+$/.test(code) || code.startsWith('UND_ERR')) {
    const text = l10n.t("Couldn't reach the server ({0}). Check the URL and the network.", code);
    return { step: 'reach', text };
  }
  return undefined;
}

/** Describes why an HTTP exchange failed, with a general text for unknown codes. */
export const describeTransportError = (code: string): TransportErrorText =>
  describeKnownTransportError(code) ?? {
    step: 'reach',
    text: l10n.t('The HTTP request failed ({0}). Try again, or check the server log.', code),
  };
