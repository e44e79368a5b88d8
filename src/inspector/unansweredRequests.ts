import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import { getField } from '../fields.ts';

/** The server ended the stream of a request without a response. */
class MissingResponseError extends Error {
  readonly code = 'ANSWER_MISSING';
}

/** Creates a store for the errors of incomplete responses, by the ID of their request. */
export function createResponseErrors() {
  const errors = new Map<unknown, unknown>();
  return {
    /** `request`: the JSON text of the request. */
    add: (request: unknown, error: unknown) =>
      void errors.set(getField(JSON.parse(String(request ?? null)), 'id'), error),
    take(id: RequestId): unknown {
      const error = errors.get(id);
      errors.delete(id);
      return error;
    },
  };
}

export type ResponseErrors = ReturnType<typeof createResponseErrors>;

interface UnansweredRequest {
  readonly settle: () => void;
  readonly abort: AbortController;
}

/**
 * Settles requests over HTTP that the SDK leaves open: canceled requests, and requests whose stream ended without a
 * response.
 */
export function settleUnansweredRequests(
  transport: Transport,
  responseErrors: Pick<ResponseErrors, 'take'>,
): void {
  const pendingRequests = new Map<unknown, UnansweredRequest>();
  const { onmessage } = transport;
  const send = transport.send.bind(transport);

  transport.onmessage = (message, extra) => {
    if (!('method' in message) && message.id !== undefined) pendingRequests.get(message.id)?.settle();
    onmessage?.(message, extra);
  };

  transport.send = async (message, options = {}) => {
    if (!('method' in message && 'id' in message)) {
      const sending = send(message, options);
      pendingRequests.get(readCanceledId(message))?.abort.abort();
      return sending;
    }
    const { id } = message;
    const abort = new AbortController();
    const { requestSignal, onRequestStreamEnd } = options;
    const signal = requestSignal ? AbortSignal.any([requestSignal, abort.signal]) : abort.signal;
    await new Promise<void>((resolve, reject) => {
      pendingRequests.set(id, { settle: resolve, abort });
      signal.addEventListener('abort', () => resolve());
      send(message, {
        ...options,
        requestSignal: signal,
        onRequestStreamEnd: () => {
          onRequestStreamEnd?.();
          reject(responseErrors.take(id) ?? new MissingResponseError());
        },
      }).catch(reject);
    }).finally(() => {
      pendingRequests.delete(id);
      responseErrors.take(id);
    });
  };
}

/** Returns the ID of the request that a message cancels; `undefined` for other messages. */
function readCanceledId(message: JSONRPCMessage): unknown {
  const isCanceling = 'method' in message && message.method === 'notifications/cancelled';
  return isCanceling ? getField(message.params, 'requestId') : undefined;
}
