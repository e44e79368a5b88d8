import type { ServerResponse } from 'node:http';
import { startOlderServer } from './olderServer.ts';
import { type AfterHook, initializeResult, type ReceivedMessage, sendResult } from './stuckServers.ts';

/** Responds to a request with an unknown session. */
export type RejectRequest = (response: ServerResponse, received: ReceivedMessage) => void;

/** Events after which the server loses its session, in addition to calls of its tool `restart`. */
export type SessionLoss = 'whenTold' | 'afterLists' | 'always';

/** Responds to `initialize` with a new session. Always returns `true`. */
export function sendSession(response: ServerResponse, received: ReceivedMessage, id = 1): true {
  sendResult(response, received, initializeResult(received), { 'mcp-session-id': String(id) });
  return true;
}

/** Starts a server with sessions, which it can lose. */
export async function startSessionServer(
  t: AfterHook,
  reject: RejectRequest,
  loss: SessionLoss = 'whenTold',
) {
  let [started, known] = [0, 0];
  const executed: unknown[] = [];
  const server = await startOlderServer(t, (response, received, request) => {
    const { id, method, params } = received;
    if (method === 'initialize') {
      known = ++started;
      return sendSession(response, received, started);
    }
    if (id === undefined || method === 'server/discover') return false;
    if (request.headers['mcp-session-id'] !== String(known) || loss === 'always') {
      reject(response, received);
      return true;
    }
    if (method !== 'tools/list') executed.push(params?.['name']);
    if (loss === 'afterLists' || params?.['name'] === 'restart') known = 0;
    return false;
  });
  return {
    ...server,
    forget(): void {
      known = 0;
    },
    /** The names of the called tools, in order. */
    executed,
    counts: () => ({ started, executed: executed.length }),
  };
}
