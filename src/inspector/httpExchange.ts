import type { ServerReason } from './wire/serverReason.ts';

/** HTTP exchanges of a connection, without headers, queries, and bodies, except the reason of a rejection. */

export interface HttpExchange {
  readonly method: string;
  /** Absent: there was no answer. */
  readonly status?: number;
  /** Of the system, such as `ECONNREFUSED`; only where there was no answer. */
  readonly errorCode?: string;
  /** The `WWW-Authenticate` of a 401 or 403 names where to sign in (RFC 9728). */
  readonly hasResourceMetadata?: boolean;
  readonly contentType?: string;
  /** The server's own words for a refusal, which might hold what it was sent. */
  readonly reason?: ServerReason;
  readonly durationMs: number;
}

/** Names of errors that tell no reason: `fetch` wraps each failure in a `TypeError`. */
const genericNames = ['TypeError', 'Error'];

/** The first code in the chain of causes, or else the first name; never a message, which could quote the request. */
export function findErrorCode(error: unknown): string {
  let name = error instanceof Error ? error.name : 'Error';
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code === 'string') return code;
    if (genericNames.includes(name)) name = at.name;
  }
  return name;
}

/** Codes of a request that has no response, though its HTTP exchange didn't fail. */
const noResponseCodes = ['TimeoutError', 'CONNECTION_CLOSED', 'ENDPOINT_MISSING', 'STREAM_ENDED'];

/** Whether an error is that of a request that has no response: its time limit passed, or the connection was closed. */
export const isUnanswered = (error: unknown): boolean => noResponseCodes.includes(findErrorCode(error));

const dnsErrorCodes = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'];

/** Whether the name of the host is what failed. */
export const isDnsErrorCode = (code: string): boolean => dnsErrorCodes.includes(code);

/** Whether a certificate, or the encryption itself, is what failed. */
export const isTlsErrorCode = (code: string): boolean =>
  /^(?:ERR_(?:TLS|SSL)|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/.test(code);
