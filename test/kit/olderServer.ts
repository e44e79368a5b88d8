import type { TestContext } from 'node:test';
import {
  type AfterHook,
  initializeResult,
  type ReceivedMessage,
  type Serve,
  sendResult,
  startServer,
} from './stuckServers.ts';

/** Handles a message. Returns `false` if the server must handle it in the usual way. */
export type ServeOverride = (...args: Parameters<Serve>) => boolean;

/**
 * Creates the handler of a server with a protocol version before 2026-07-28 over streamable HTTP, without a
 * stream of its own.
 */
const serveOlderProtocol =
  (serve: ServeOverride): Serve =>
  (response, received, request) => {
    const { id, method } = received;
    if (serve(response, received, request)) return;
    if (method === 'initialize') sendResult(response, received, initializeResult(received));
    else if (method === 'server/discover' || method === undefined) response.writeHead(405).end();
    else if (id === undefined) response.writeHead(202).end();
    else sendResult(response, received, emptyResult(received));
  };

export const startOlderServer = (t: AfterHook, serve: ServeOverride = () => false) =>
  startServer(t, serveOlderProtocol(serve));

/** Returns an empty result: no tools, or no content. */
const emptyResult = ({ method }: ReceivedMessage): object =>
  method === 'tools/list' ? { tools: [] } : { content: [] };

/**
 * Holds timers of a certain delay, until the returned function lets them run out after 100 ms. A time limit
 * then passes quickly, but not before the server has received the request.
 */
export function holdTimers(t: TestContext, ms: number): () => void {
  const { setTimeout: startTimer } = globalThis;
  const heldTimers: (() => void)[] = [];
  t.mock.method(globalThis, 'setTimeout', (run: () => void, delayMs: number, ...args: []) => {
    if (delayMs !== ms) return startTimer(run, delayMs, ...args);
    heldTimers.push(() => run(...args));
    return undefined;
  });
  return () => {
    for (const run of heldTimers.splice(0)) startTimer(run, 100);
  };
}
