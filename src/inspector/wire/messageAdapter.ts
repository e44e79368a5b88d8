import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { getField } from '../../fields.ts';
import type { McpConnectionOptions } from '../mcpConnection.ts';
import type { RpcMessage } from '../messageLog.ts';
import { parseExact, stringifyExact } from '../schema/exactJson.ts';
import { isJsonObject } from '../schema/json.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import type { TypeProblem } from './fieldTypes.ts';
import { createRejectedNotificationProblem } from './initializedNotification.ts';
import {
  createAnswerPlaceholder,
  createNotificationPlaceholder,
  createRequestPlaceholder,
  createResultPlaceholder,
  readAnswerNumber,
  readContentNumber,
} from './placeholders.ts';

/** A request without a response yet. */
export interface SentRequest {
  readonly id: string | number;
  readonly method: string;
}

export type UserAnswerKind = Parameters<typeof createAnswerPlaceholder>[0];

type RpcResponse = Extract<Envelope, { kind: 'result' | 'error' }>;

/** The JSON-RPC error code for invalid JSON. */
const parseError = -32_700;

/** Creates the adapter of one connection. `onMessage` logs each original message. */
export const createMessageAdapter = (onMessage: McpConnectionOptions['onMessage']): MessageAdapter =>
  new MessageAdapter(onMessage);

/**
 * Adapts the messages of one connection between the transport and the SDK. Logs each original message, and passes a valid
 * placeholder to the SDK. The caller gets the original content.
 */
export class MessageAdapter {
  /** Problems of the connection as a whole. More can be added later. */
  readonly problems: TypeProblem[] = [];
  readonly #onMessage: McpConnectionOptions['onMessage'];
  readonly #pendingRequests = new Map<string, SentRequest>();
  /** Contents that placeholders stand for, by number. */
  readonly #contents = new Map<number, unknown>();
  /** Original IDs of requests from the server, by the IDs that the SDK uses. */
  readonly #requestIds = new Map<string, unknown>();
  #lastNumber = 0;
  #handshake: unknown;
  /** Method of the last notification without a later response. Some servers respond to notifications, without an ID. */
  #lastNotification: unknown;
  /** Whether the server omits the IDs of its responses. */
  #isWithoutIds = false;

  constructor(onMessage: McpConnectionOptions['onMessage']) {
    this.#onMessage = onMessage;
  }

  /** The unchanged result of `initialize` or `server/discover`. */
  get handshake(): unknown {
    return this.#handshake;
  }

  /** Logs a message of the SDK, and returns it with its content in place of placeholders. */
  adaptSent(message: JSONRPCMessage): JSONRPCMessage {
    const takeAnswer = (placeholder: unknown): unknown =>
      this.#take(placeholder, readAnswerNumber(placeholder));
    const restored = restoreContent(message, takeAnswer, this.#requestIds);
    const { id, method } = restored as Partial<SentRequest>;
    if (method === undefined) this.#requestIds.delete(String(Reflect.get(message, 'id')));
    if (id !== undefined && method !== undefined) this.#pendingRequests.set(String(id), { id, method });
    if (id === undefined) this.#lastNotification = method;
    if (method === 'notifications/cancelled') {
      this.#pendingRequests.delete(String(getField(getField(restored, 'params'), 'requestId')));
    }
    this.#onMessage('sent', restored as unknown as RpcMessage);
    return restored;
  }

  /**
   * Reads a text as messages for the SDK; `undefined` if it isn't a message. With `request`, the text is the whole response
   * to it.
   */
  adaptReceived(text: string, request?: SentRequest): readonly JSONRPCMessage[] | undefined {
    const value = parseOrUndefined(text);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const envelopes = values.map(readEnvelope);
    if (envelopes.every((envelope) => envelope === undefined)) return undefined;
    const isOnlyResponse = envelopes.filter((envelope) => envelope && isResponse(envelope)).length === 1;
    const answeredRequest = isOnlyResponse ? request : undefined;
    return values.flatMap((message, index) => {
      const json = values.length === 1 ? text.trim() : stringifyExact(message);
      const adapted = this.#adaptMessage(message, envelopes[index], json, answeredRequest);
      return adapted ? [{ jsonrpc: '2.0', ...adapted } as JSONRPCMessage] : [];
    });
  }

  /** Logs a response that isn't a message. */
  logUnreadable(text: string, request: SentRequest | undefined): void {
    this.#onMessage('received', { ...(request && { id: request.id }), error: {} }, text);
  }

  /** Returns the content of a placeholder, and releases it. */
  takeContent(placeholder: unknown): unknown {
    return this.#take(placeholder, readContentNumber(placeholder));
  }

  /** Stores the answer to a request of the server, and returns its placeholder. */
  storeAnswer(kind: UserAnswerKind, answer: unknown): object {
    return createAnswerPlaceholder(kind, this.#hold(answer));
  }

  #hold(content: unknown): number {
    this.#contents.set(++this.#lastNumber, content);
    return this.#lastNumber;
  }

  #take(placeholder: unknown, number: number | undefined): unknown {
    if (number === undefined || !this.#contents.has(number)) return placeholder;
    const content = this.#contents.get(number);
    this.#contents.delete(number);
    return content;
  }

  /** Logs a message of the server, and adapts it for the SDK. */
  #adaptMessage(
    message: unknown,
    envelope: Envelope | undefined,
    json: string | undefined,
    request: SentRequest | undefined,
  ): object | undefined {
    const response = envelope && isResponse(envelope) ? envelope : undefined;
    const isForNotification = response !== undefined && this.#isForNotification(response, request);
    const id = response && !isForNotification ? this.#findRequest(response.id, request)?.id : undefined;
    const logged = { ...(isJsonObject(message) ? message : {}), ...(id !== undefined && { id }) };
    this.#onMessage('received', logged, json);
    if (isForNotification) {
      this.#recordNotificationResponse(response);
      return undefined;
    }
    return envelope && this.#toSdkMessage(envelope, request);
  }

  /** Finds the request of a response. Some servers change the type of the ID, or omit the ID. */
  #findRequest(id: unknown, request: SentRequest | undefined): SentRequest | undefined {
    const pending = this.#pendingRequests;
    const byId = pending.get(String(id)) ?? (request && pending.get(String(request.id)));
    const [first] = pending.values();
    return byId ?? (isMissing(id) && pending.size === 1 ? first : undefined);
  }

  /** Whether a response is for the last notification instead of a request. */
  #isForNotification({ id, ...response }: RpcResponse, request: SentRequest | undefined): boolean {
    const isParseError = response.kind === 'error' && response.error.code === parseError;
    const hasNotification = this.#lastNotification !== undefined;
    return hasNotification && isMissing(id) && !request && !this.#isWithoutIds && !isParseError;
  }

  /** Records the response to a notification, which the SDK doesn't expect. */
  #recordNotificationResponse(response: RpcResponse): void {
    if (this.#lastNotification === 'notifications/initialized' && response.kind === 'error') {
      const error = Object.assign(new Error(response.error.message), response.error);
      this.problems.push(createRejectedNotificationProblem(error));
    }
    this.#lastNotification = undefined;
  }

  /** Creates a message for the SDK; `undefined` if the SDK doesn't need it. */
  #toSdkMessage(envelope: Envelope, request: SentRequest | undefined): object | undefined {
    const hold = (content: unknown): number => this.#hold(content);
    switch (envelope.kind) {
      case 'notification': {
        const params = createNotificationPlaceholder(envelope.method, envelope.params);
        return params && { method: envelope.method, params };
      }
      case 'request': {
        const { method, params } = envelope;
        return {
          id: this.#toSdkId(envelope.id),
          method,
          params: createRequestPlaceholder(method, params, hold),
        };
      }
      default: {
        const answered = this.#findRequest(envelope.id, request);
        if (!answered) return undefined;
        const { id, method } = answered;
        this.#pendingRequests.delete(String(id));
        this.#lastNotification = undefined;
        this.#isWithoutIds ||= isMissing(envelope.id) && !request;
        if (envelope.kind === 'error') return { id, error: envelope.error };
        if (method === 'initialize' || method === 'server/discover') this.#handshake = envelope.result;
        return { id, result: createResultPlaceholder(method, envelope.result, hold(envelope.result), hold) };
      }
    }
  }

  /** Replaces an ID of a type that the SDK rejects. */
  #toSdkId(id: unknown): string | number {
    if (typeof id === 'string' || Number.isSafeInteger(id)) return id as string | number;
    const sdkId = `hosted-mcp-${++this.#lastNumber}`;
    this.#requestIds.set(sdkId, id);
    return sdkId;
  }
}

const isResponse = (envelope: Envelope): envelope is RpcResponse =>
  envelope.kind === 'result' || envelope.kind === 'error';

const isMissing = (id: unknown): boolean => id === undefined || id === null;

function parseOrUndefined(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Replaces placeholders for the user's answers by their content, and restores the ID of the answered request. */
function restoreContent(
  message: JSONRPCMessage,
  take: (placeholder: unknown) => unknown,
  requestIds: Map<string, unknown>,
): JSONRPCMessage {
  const { id, result, params } = message as unknown as RpcMessage;
  const isAnswer = !('method' in message);
  const responses = isAnswer ? undefined : getField(params, 'inputResponses');
  return {
    ...message,
    ...(isAnswer && requestIds.has(String(id)) && { id: requestIds.get(String(id)) }),
    ...(result !== undefined && { result: take(result) }),
    ...(isJsonObject(responses) && {
      params: {
        ...(params as object),
        inputResponses: Object.fromEntries(
          Object.entries(responses).map(([key, response]) => [key, take(response)]),
        ),
      },
    }),
  } as JSONRPCMessage;
}
