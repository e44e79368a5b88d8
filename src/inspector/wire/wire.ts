import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { field } from '../../fields.ts';
import type { LinkOptions } from '../link.ts';
import type { RpcMessage } from '../messageLog.ts';
import { parseExact, stringifyExact } from '../schema/exactJson.ts';
import { isObject } from '../schema/json.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import {
  answerStandIn,
  heldAnswer,
  heldNumber,
  notificationStandIn,
  requestStandIn,
  resultStandIn,
} from './standIn.ts';

/** A request that isn't answered yet. */
export interface SentRequest {
  readonly id: string | number;
  readonly method: string;
}

export type AnswerKind = Parameters<typeof answerStandIn>[0];

/**
 * The messages of one connection, between the transport and the SDK. Each message is logged as it came; the SDK gets one that
 * it accepts, with a stand-in for the content, and the content goes to whoever asked for it.
 */
export interface Wire {
  /** Notes a message of the SDK, and returns it with its content in place. */
  sent(message: JSONRPCMessage): JSONRPCMessage;
  /**
   * Reads a text as messages for the SDK; `undefined`: it isn't JSON, or no message. `request`: it is the whole response to
   * this one.
   */
  received(text: string, request?: SentRequest): readonly JSONRPCMessage[] | undefined;
  /** Logs a response that isn't a message. */
  refused(text: string, request: SentRequest | undefined): void;
  /** Returns the content in whose place a value stands, once. */
  contentOf(standIn: unknown): unknown;
  /** Keeps the answer to a request of the server, and returns its stand-in. */
  answer(kind: AnswerKind, answer: unknown): object;
  /** The result of `initialize` or `server/discover`, as the server sent it. */
  readonly handshake: unknown;
}

export function createWire(onMessage: LinkOptions['onMessage']): Wire {
  const open = new Map<string, SentRequest>();
  const held = new Map<number, unknown>();
  const requestIds = new Map<string, unknown>();
  let last = 0;
  let handshake: unknown;

  function hold(content: unknown): number {
    held.set(++last, content);
    return last;
  }
  function take(standIn: unknown, number: number | undefined): unknown {
    if (number === undefined || !held.has(number)) return standIn;
    const content = held.get(number);
    held.delete(number);
    return content;
  }

  /** The request that a response is for: some servers change the type of the ID, or leave it out. */
  function requestOf(id: unknown, request: SentRequest | undefined): SentRequest | undefined {
    const found = open.get(String(id)) ?? (request && open.get(String(request.id)));
    const [only] = open.values();
    return found ?? (id === undefined || id === null ? (open.size === 1 ? only : undefined) : undefined);
  }

  /** For the SDK; `undefined`: it is of no use for it. */
  function messageOf(envelope: Envelope, request: SentRequest | undefined): object | undefined {
    switch (envelope.kind) {
      case 'notification': {
        const params = notificationStandIn(envelope.method, envelope.params);
        return params && { method: envelope.method, params };
      }
      case 'request': {
        const { method, params } = envelope;
        return { id: knownId(envelope.id), method, params: requestStandIn(method, params, hold) };
      }
      default: {
        const answered = requestOf(envelope.id, request);
        if (!answered) return undefined;
        const { id, method } = answered;
        open.delete(String(id));
        if (envelope.kind === 'error') return { id, error: envelope.error };
        if (method === 'initialize' || method === 'server/discover') handshake = envelope.result;
        return { id, result: resultStandIn(method, envelope.result, hold(envelope.result), hold) };
      }
    }
  }

  /** An ID that the SDK accepts in place of one of another type. */
  function knownId(id: unknown): string | number {
    if (typeof id === 'string' || Number.isSafeInteger(id)) return id as string | number;
    const known = `hosted-mcp-${++last}`;
    requestIds.set(known, id);
    return known;
  }

  return {
    get handshake() {
      return handshake;
    },
    sent(message) {
      const whole = withContent(message, (one) => take(one, heldAnswer(one)), requestIds);
      const { id, method } = whole as Partial<SentRequest>;
      if (method === undefined) requestIds.delete(String(Reflect.get(message, 'id')));
      if (id !== undefined && method !== undefined) open.set(String(id), { id, method });
      if (method === 'notifications/cancelled')
        open.delete(String(field(field(whole, 'params'), 'requestId')));
      onMessage('sent', whole as unknown as RpcMessage);
      return whole;
    },
    received(text, request) {
      const value = parsed(text);
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      const envelopes = values.map(readEnvelope);
      if (envelopes.every((one) => one === undefined)) return undefined;
      const isWhole = envelopes.filter((one) => one && 'id' in one && one.kind !== 'request').length === 1;
      return values.flatMap((one, at) => {
        const envelope = envelopes[at];
        const answered = isWhole ? request : undefined;
        const isAnswer = envelope?.kind === 'result' || envelope?.kind === 'error';
        const id = isAnswer ? requestOf(envelope.id, answered)?.id : undefined;
        const logged = { ...(isObject(one) ? one : {}), ...(id !== undefined && { id }) };
        onMessage('received', logged, values.length === 1 ? text.trim() : stringifyExact(one));
        const message = envelope && messageOf(envelope, answered);
        return message ? [{ jsonrpc: '2.0', ...message } as JSONRPCMessage] : [];
      });
    },
    refused(text, request) {
      onMessage('received', { ...(request && { id: request.id }), error: {} }, text);
    },
    contentOf: (standIn) => take(standIn, heldNumber(standIn)),
    answer: (kind, answer) => answerStandIn(kind, hold(answer)),
  };
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** A message of the SDK with the answers of the person, and the ID of the request that it answers. */
function withContent(
  message: JSONRPCMessage,
  take: (standIn: unknown) => unknown,
  requestIds: Map<string, unknown>,
): JSONRPCMessage {
  const { id, result, params } = message as unknown as RpcMessage;
  const isAnswer = !('method' in message);
  const responses = isAnswer ? undefined : field(params, 'inputResponses');
  return {
    ...message,
    ...(isAnswer && requestIds.has(String(id)) && { id: requestIds.get(String(id)) }),
    ...(result !== undefined && { result: take(result) }),
    ...(isObject(responses) && {
      params: {
        ...(params as object),
        inputResponses: Object.fromEntries(
          Object.entries(responses).map(([key, response]) => [key, take(response)]),
        ),
      },
    }),
  } as JSONRPCMessage;
}
