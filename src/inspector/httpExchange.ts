import type { ServerReason } from './wire/serverReason.ts';

/** An HTTP exchange of a connection, without its query and body, except for the reason of a rejection. */
export interface HttpExchange {
  readonly method: string;
  /** Absent if there was no response. */
  readonly status?: number;
  /** The system's error code, such as `ECONNREFUSED`, if there was no response. */
  readonly errorCode?: string;
  /** Whether the `WWW-Authenticate` header of a 401 or 403 response has a metadata URL (RFC 9728). */
  readonly hasResourceMetadata?: boolean;
  readonly contentType?: string;
  /** The server's reason for a rejection. It can contain data of the request. */
  readonly reason?: ServerReason;
  readonly durationMs: number;
}

/** Names of errors that don't contain the reason: `fetch` wraps each failure in a `TypeError`. */
const genericNames = ['TypeError', 'Error'];

/**
 * Returns the first code in the chain of causes, or else the first specific name; never a message, which could quote
 * the request.
 */
export function findErrorCode(error: unknown): string {
  let name = error instanceof Error ? error.name : 'Error';
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 8;
    current = current.cause, depth++
  ) {
    const code: unknown = Reflect.get(current, 'code');
    if (typeof code === 'string') return code;
    if (genericNames.includes(name)) name = current.name;
  }
  return name;
}

/** Codes of requests that got no response although no HTTP exchange failed. */
const noResponseCodes = ['TimeoutError', 'CONNECTION_CLOSED', 'ENDPOINT_MISSING', 'STREAM_ENDED'];

/** Whether a request got no response because of a timeout or a closed connection. */
export const isUnanswered = (error: unknown): boolean => noResponseCodes.includes(findErrorCode(error));

/** Codes of errors for a host name that can't be resolved. */
export const dnsErrorCodes = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/;

/** Codes of errors in TLS and in certificates. */
export const tlsErrorCodes =
  /^(?:ERR_(?:TLS|SSL)|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/;
