import type { TestContext } from 'node:test';
import {
  type AfterHook,
  initializeResult,
  type ReceivedMessage,
  type Serve,
  sendResult,
  startServer,
} from './stuckServers.ts';

/** Handles a message; returns false for one that the server handles as usual. */
export type ServeOverride = (...given: Parameters<Serve>) => boolean;

/** Serves a protocol before 2026-07-28 over streamable HTTP, without a stream of the server's own. */
export const serveOlderProtocol =
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

/** A result of any request: a list without items, or an answer without content. */
const emptyResult = ({ method }: ReceivedMessage): object =>
  method === 'tools/list' ? { tools: [] } : { content: [] };

/**
 * Holds timers of this length, until the returned function has them run out 100 ms later. So a time limit passes soon, but not
 * before the server has received what it limits.
 */
export function holdTimers(t: TestContext, ms: number): () => void {
  const { setTimeout: startTimer } = globalThis;
  const heldTimers: (() => void)[] = [];
  t.mock.method(globalThis, 'setTimeout', (run: () => void, delayMs: number, ...given: []) => {
    if (delayMs !== ms) return startTimer(run, delayMs, ...given);
    heldTimers.push(() => run(...given));
    return undefined;
  });
  return () => {
    for (const run of heldTimers.splice(0)) startTimer(run, 100);
  };
}
