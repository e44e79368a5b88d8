import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { getField } from '../../fields.ts';
import type { McpConnectionOptions } from '../mcpConnection.ts';
import type { RpcMessage } from '../messageLog.ts';
import { parseExact, stringifyExact } from '../schema/exactJson.ts';
import { isJsonObject } from '../schema/json.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import type { TypeProblem } from './fieldTypes.ts';
import { rejectedNotificationProblem } from './initializedNotification.ts';
import {
  answerNumber,
  answerPlaceholder,
  contentNumber,
  notificationPlaceholder,
  requestPlaceholder,
  resultPlaceholder,
} from './placeholders.ts';

/** A request without a response yet. */
export interface SentRequest {
  readonly id: string | number;
  readonly method: string;
}

export type UserAnswerKind = Parameters<typeof answerPlaceholder>[0];

/**
 * Adapts the messages of one connection between the transport and the SDK. Logs each original message, and passes a valid
 * placeholder to the SDK. The caller gets the original content.
 */
export interface MessageAdapter {
  /** Logs a message of the SDK, and returns it with its content in place of placeholders. */
  adaptSent(message: JSONRPCMessage): JSONRPCMessage;
  /**
   * Reads a text as messages for the SDK; `undefined` if it isn't a message. With `request`, the text is the whole response
   * to it.
   */
  adaptReceived(text: string, request?: SentRequest): readonly JSONRPCMessage[] | undefined;
  /** Logs a response that isn't a message. */
  logUnreadable(text: string, request: SentRequest | undefined): void;
  /** Returns the content of a placeholder, and releases it. */
  takeContent(standIn: unknown): unknown;
  /** Stores the answer to a request of the server, and returns its placeholder. */
  holdAnswer(kind: UserAnswerKind, answer: unknown): object;
  /** The unchanged result of `initialize` or `server/discover`. */
  readonly handshake: unknown;
  /** Problems of the connection as a whole. More can be added later. */
  readonly problems: TypeProblem[];
}

type RpcResponse = Extract<Envelope, { kind: 'result' | 'error' }>;

/** The JSON-RPC error code for invalid JSON. */
const parseError = -32_700;

export function createMessageAdapter(onMessage: McpConnectionOptions['onMessage']): MessageAdapter {
  const pendingRequests = new Map<string, SentRequest>();
  const heldContents = new Map<number, unknown>();
  const requestIds = new Map<string, unknown>();
  const problems: TypeProblem[] = [];
  let last = 0;
  let handshake: unknown;
  /** Method of the last notification without a later response. Some servers respond to notifications, without an ID. */
  let lastNotification: unknown;
  /** Whether the server omits the IDs of its responses. */
  let isWithoutIds = false;

  function hold(content: unknown): number {
    heldContents.set(++last, content);
    return last;
  }
  function take(standIn: unknown, number: number | undefined): unknown {
    if (number === undefined || !heldContents.has(number)) return standIn;
    const content = heldContents.get(number);
    heldContents.delete(number);
    return content;
  }

  /** Finds the request of a response. Some servers change the type of the ID, or omit the ID. */
  function findRequest(id: unknown, request: SentRequest | undefined): SentRequest | undefined {
    const found = pendingRequests.get(String(id)) ?? (request && pendingRequests.get(String(request.id)));
    const [only] = pendingRequests.values();
    return found ?? (isMissing(id) && pendingRequests.size === 1 ? only : undefined);
  }

  /** Whether a response is for the last notification instead of a request. */
  function isForNotification({ id, ...response }: RpcResponse, request: SentRequest | undefined): boolean {
    const isUnread = response.kind === 'error' && response.error.code === parseError;
    return lastNotification !== undefined && isMissing(id) && !request && !isWithoutIds && !isUnread;
  }

  /** Records the response to a notification, which the SDK doesn't expect. */
  function noteResponse(response: RpcResponse): void {
    if (lastNotification === 'notifications/initialized' && response.kind === 'error') {
      problems.push(
        rejectedNotificationProblem(Object.assign(new Error(response.error.message), response.error)),
      );
    }
    lastNotification = undefined;
  }

  /** Creates a message for the SDK; `undefined` if the SDK doesn't need it. */
  function toSdkMessage(envelope: Envelope, request: SentRequest | undefined): object | undefined {
    switch (envelope.kind) {
      case 'notification': {
        const params = notificationPlaceholder(envelope.method, envelope.params);
        return params && { method: envelope.method, params };
      }
      case 'request': {
        const { method, params } = envelope;
        return { id: toSdkId(envelope.id), method, params: requestPlaceholder(method, params, hold) };
      }
      default: {
        const answered = findRequest(envelope.id, request);
        if (!answered) return undefined;
        const { id, method } = answered;
        pendingRequests.delete(String(id));
        lastNotification = undefined;
        isWithoutIds ||= isMissing(envelope.id) && !request;
        if (envelope.kind === 'error') return { id, error: envelope.error };
        if (method === 'initialize' || method === 'server/discover') handshake = envelope.result;
        return { id, result: resultPlaceholder(method, envelope.result, hold(envelope.result), hold) };
      }
    }
  }

  /** Replaces an ID of a type that the SDK rejects. */
  function toSdkId(id: unknown): string | number {
    if (typeof id === 'string' || Number.isSafeInteger(id)) return id as string | number;
    const known = `hosted-mcp-${++last}`;
    requestIds.set(known, id);
    return known;
  }

  return {
    get handshake() {
      return handshake;
    },
    problems,
    adaptSent(message) {
      const whole = restoreContent(message, (one) => take(one, answerNumber(one)), requestIds);
      const { id, method } = whole as Partial<SentRequest>;
      if (method === undefined) requestIds.delete(String(Reflect.get(message, 'id')));
      if (id !== undefined && method !== undefined) pendingRequests.set(String(id), { id, method });
      if (id === undefined) lastNotification = method;
      if (method === 'notifications/cancelled')
        pendingRequests.delete(String(getField(getField(whole, 'params'), 'requestId')));
      onMessage('sent', whole as unknown as RpcMessage);
      return whole;
    },
    adaptReceived(text, request) {
      const value = parseOrUndefined(text);
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      const envelopes = values.map(readEnvelope);
      if (envelopes.every((one) => one === undefined)) return undefined;
      const isWhole = envelopes.filter((one) => one && 'id' in one && one.kind !== 'request').length === 1;
      return values.flatMap((one, at) => {
        const envelope = envelopes[at];
        const answered = isWhole ? request : undefined;
        const response = envelope?.kind === 'result' || envelope?.kind === 'error' ? envelope : undefined;
        const isUnexpected = response !== undefined && isForNotification(response, answered);
        const id = response && !isUnexpected ? findRequest(response.id, answered)?.id : undefined;
        const logged = { ...(isJsonObject(one) ? one : {}), ...(id !== undefined && { id }) };
        onMessage('received', logged, values.length === 1 ? text.trim() : stringifyExact(one));
        if (isUnexpected) noteResponse(response);
        const message = envelope && !isUnexpected ? toSdkMessage(envelope, answered) : undefined;
        return message ? [{ jsonrpc: '2.0', ...message } as JSONRPCMessage] : [];
      });
    },
    logUnreadable(text, request) {
      onMessage('received', { ...(request && { id: request.id }), error: {} }, text);
    },
    takeContent: (standIn) => take(standIn, contentNumber(standIn)),
    holdAnswer: (kind, answer) => answerPlaceholder(kind, hold(answer)),
  };
}

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
  take: (standIn: unknown) => unknown,
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
