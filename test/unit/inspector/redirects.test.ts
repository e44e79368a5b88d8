import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { connectToServer } from '../../../src/inspector/connectToServer.node.ts';
import {
  initializeResult,
  type ReceivedMessage,
  sendError,
  sendResult,
  startServer,
} from '../../kit/stuckServers.ts';
import { sessionWith } from './inspected.ts';

/** Connects to a server at `/mcp`, ends the session, and returns the paths that were asked with the secrets of this server. */
async function askedPaths(
  t: TestContext,
  respond: (response: ServerResponse, received: ReceivedMessage, request: IncomingMessage) => void,
): Promise<readonly string[]> {
  const paths = new Set<string>();
  const stream = Promise.withResolvers<void>();
  const server = await startServer(t, (response, received, request) => {
    const { url = '', headers } = request;
    assert.deepEqual([headers.authorization, headers['x-key']], ['Bearer secret-token', 'secret-key']);
    paths.add(url);
    respond(response, received, request);
    if (request.method === 'GET') response.once('close', stream.resolve);
  });
  const link = await connectToServer({
    url: server.url,
    headers: { 'X-Key': 'secret-key' },
    authorization: { token: async () => 'secret-token', onUnauthorized: () => Promise.reject(new Error()) },
    version: '1',
    signal: new AbortController().signal,
    onMessage: () => undefined,
    onExchange: () => undefined,
    onListChanged: () => undefined,
    answerRequest: async () => ({}),
  }).catch(() => undefined);
  await stream.promise;
  await link?.close();
  return [...paths];
}

describe('a redirect within an origin is not followed with the secrets of a server', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const redirect = (response: ServerResponse): void =>
      void response.writeHead(status, { location: '/other' }).end();

    test(`${status}: event stream and end of a session`, async (t) => {
      const paths = await askedPaths(t, (response, received, { url, method }) => {
        if (url === '/other' || method !== 'POST') return redirect(response);
        if (received.method === 'server/discover')
          return sendError(response, 200, received.id, { code: -32_601 });
        if (received.id === undefined) return void response.writeHead(202).end();
        sendResult(response, received, initializeResult(received), { 'mcp-session-id': 'one' });
      });
      assert.deepEqual(paths, ['/mcp']);
    });

    test(`${status}: event stream of HTTP with SSE`, async (t) => {
      const paths = await askedPaths(t, (response, _, { url, method }) => {
        if (url === '/other' || method === 'GET') return redirect(response);
        response.writeHead(405).end();
      });
      assert.deepEqual(paths, ['/mcp']);
    });
  }
});

describe('a redirect of a message is described with its URL', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status}`, async (t) => {
      const server = await startServer(t, (response) => {
        response.writeHead(status, { location: '/mcp/' }).end('<title>Moved</title>');
      });
      const session = sessionWith(t, server.url);
      await session.connect();
      const failed = session.state.steps.find(({ outcome }) => outcome === 'failed');
      assert.match(
        String(failed?.text),
        new RegExp(String.raw`^The server redirects to /mcp/ \(${status}\)\.`),
      );
      assert.equal(failed?.name, 'http');
    });
  }
});
