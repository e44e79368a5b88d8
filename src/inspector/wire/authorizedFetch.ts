import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Authorization } from '../mcpConnection.ts';
import { isInsufficientScope, parseChallenge } from '../signIn/challenge.ts';
import type { Fetch } from './adaptedFetch.ts';
import { readRejectionReason, type ServerReason } from './serverReason.ts';

/** Thrown if a server rejects a message with an HTTP status. The SDK reads the status and the text. */
class HttpRejectionError extends SdkHttpError {
  readonly reason: ServerReason | undefined;
  /**
   * The scope that the access token lacks; empty if the server doesn't name it. `undefined` if the scope isn't the reason.
   */
  readonly missingScope: string | undefined;

  constructor(response: Response, text: string) {
    const { status, statusText, headers } = response;
    super(SdkErrorCode.ClientHttpNotImplemented, 'refused', { status, statusText, text });
    this.reason = readRejectionReason(headers, text);
    this.missingScope = isInsufficientScope(response, text)
      ? (parseChallenge(response).scope ?? '')
      : undefined;
  }
}

/**
 * Returns a `fetch` that sends the access token and, after a response with status 401, requests a new token once. Rejects
 * with `RequestRefused` if a message is rejected, because the errors of the SDK omit the server's reason.
 */
export function createAuthorizedFetch(fetch: Fetch, authorization: Authorization | undefined): Fetch {
  return async (input, init = {}) => {
    const send = async (): Promise<Response> => {
      const headers = new Headers(init.headers);
      const token = await authorization?.token();
      if (token) headers.set('Authorization', `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };
    let response = await send();
    // Ending a session isn't worth a new token.
    if (response.status === 401 && authorization && init.method !== 'DELETE') {
      await authorization.onUnauthorized({ response });
      response = await send();
    }
    if (response.ok || init.method !== 'POST' || isReadBySdk(response, init)) return response;
    throw new HttpRejectionError(response, await response.text());
  };
}

/** The SDK treats a JSON-RPC error with status 400 as the response to a request of the newest protocol. */
const isReadBySdk = ({ status }: Response, { headers }: RequestInit): boolean =>
  status === 400 && new Headers(headers).has('mcp-method');
