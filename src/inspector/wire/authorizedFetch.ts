import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Authorization } from '../mcpConnection.ts';
import { isInsufficientScope, parseChallenge } from '../signIn/challenge.ts';
import type { Fetch } from './adaptedFetch.ts';
import { readRefusalReason, type ServerReason } from './serverReason.ts';

/** A message that a server refused with an HTTP status. The SDK reads its status and body. */
export class RequestRefused extends SdkHttpError {
  readonly reason: ServerReason | undefined;
  /** The scope that the access token lacks, or empty where the server names none; `undefined`: another reason. */
  readonly missingScope: string | undefined;

  constructor(response: Response, text: string) {
    const { status, statusText, headers } = response;
    super(SdkErrorCode.ClientHttpNotImplemented, 'refused', { status, statusText, text });
    this.reason = readRefusalReason(headers, text);
    this.missingScope = isInsufficientScope(response, text)
      ? (parseChallenge(response).scope ?? '')
      : undefined;
  }
}

/**
 * Returns a `fetch` that sends the access token, and has another one asked for once where a request is refused with 401.
 * Rejects with a `RefusedRequest` where a message is refused: the SDK leaves out words of the server.
 */
export function authorizedFetch(fetch: Fetch, authorization: Authorization | undefined): Fetch {
  return async (input, init = {}) => {
    const send = async (): Promise<Response> => {
      const headers = new Headers(init.headers);
      const token = await authorization?.token();
      if (token) headers.set('Authorization', `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };
    let response = await send();
    // A token that is no longer accepted isn't renewed to end a session.
    if (response.status === 401 && authorization && init.method !== 'DELETE') {
      await authorization.onUnauthorized({ response });
      response = await send();
    }
    if (response.ok || init.method !== 'POST' || isReadBySdk(response, init)) return response;
    throw new RequestRefused(response, await response.text());
  };
}

/** The SDK takes a JSON-RPC error with status 400 as the answer to a request of the newest protocol. */
const isReadBySdk = ({ status }: Response, { headers }: RequestInit): boolean =>
  status === 400 && new Headers(headers).has('mcp-method');
