import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canSetLogLevel, createLogLevel, mcpLogLevels } from '../../../src/inspector/logLevel.ts';
import type { McpConnection, OutgoingMessage } from '../../../src/inspector/mcpConnection.ts';
import type { McpSessionState } from '../../../src/inspector/mcpSession.ts';
import { parseExact } from '../../../src/inspector/schema/exactJson.ts';
import { initializeResult, sendError, sendResult, startServer } from '../../kit/stuckServers.ts';
import { patient, sessionWith, startInspected } from './inspected.ts';

const none = { items: [] };
const noLists = { tool: none, resource: none, template: none, prompt: none };

describe('the log level', () => {
  test('is set, and set again in a new session', async (t) => {
    const { service, session } = await startInspected(t);
    const look: { logLevel?: ReturnType<typeof createLogLevel> } = {};
    const made = session({ changed: () => void look.logLevel?.restore() });
    const logLevel = createLogLevel({ session: made, describeError: String, onChange: () => undefined });
    look.logLevel = logLevel;
    await made.connect();
    assert.deepEqual(logLevel.state, {});
    const levels = async () => {
      const from = made.messages.length;
      await made.call({ kind: 'tool', name: 'write_logs', args: {} }, patient());
      return made.messages
        .range(from, 100)
        .filter(({ method }) => method === 'notifications/message')
        .map(({ json = '' }) => (parseExact(json) as { params: { level: string } }).params.level);
    };
    for (const level of mcpLogLevels) {
      await logLevel.set(level);
      assert.deepEqual(logLevel.state, { level });
      assert.deepEqual(await levels(), mcpLogLevels.slice(mcpLogLevels.indexOf(level)), level);
    }
    service.mcp.endAll();
    // The first call begins the new session.
    await levels();
    assert.deepEqual(await levels(), ['emergency']);
    assert.deepEqual(logLevel.state, { level: 'emergency' });
  });

  test('is restored, with a failure, if the server rejects another level', async (t) => {
    const { url } = await startServer(t, (response, received) => {
      const { id, method } = received;
      if (method === undefined || method === 'server/discover') return void response.writeHead(405).end();
      const capabilities = { logging: {} };
      if (method === 'initialize')
        return sendResult(response, received, initializeResult(received, capabilities));
      if (id === undefined) return void response.writeHead(202).end();
      const { level } = received.params as { level: string };
      if (level === 'info') return sendResult(response, received, {});
      sendError(response, 200, id, { code: -32_603, message: `No level ${level}` });
    });
    const session = sessionWith(t, url);
    await session.connect();
    const logLevel = createLogLevel({ session, describeError: String, onChange: () => undefined });
    await logLevel.set('info');
    await logLevel.set('alert');
    assert.equal(logLevel.state?.level, 'info');
    assert.match(logLevel.state?.failure ?? '', /No level alert/);
    await logLevel.set('info');
    assert.deepEqual(logLevel.state, { level: 'info' });
  });

  test('is set again by the next connection if a connection ends before that', async () => {
    const ends: (() => void)[] = [];
    const levels: unknown[] = [];
    const linkOf = () =>
      ({
        capabilities: { logging: {} },
        protocolVersion: '2025-11-25',
        send: ({ params }: OutgoingMessage) => {
          levels.push(params?.['level']);
          return new Promise((_, end) => ends.push(() => end(new Error('closed'))));
        },
      }) as unknown as McpConnection;
    const connected = (): McpSessionState => ({
      phase: 'connected',
      steps: [],
      lists: noLists,
      connection: linkOf(),
    });
    const session = { state: connected(), send: async () => undefined };
    const logLevel = createLogLevel({ session, describeError: String, onChange: () => undefined });
    await logLevel.set('error');
    session.state = connected();
    const renewed = logLevel.restore();
    session.state = { phase: 'connecting', steps: [], lists: noLists };
    for (const end of ends.splice(0)) end();
    await renewed;
    session.state = connected();
    void logLevel.restore();
    assert.deepEqual(levels, ['error', 'error']);
    assert.deepEqual(logLevel.state, { level: 'error' });
  });

  for (const [capabilities, protocolVersion, isOffered] of [
    [{ logging: {} }, '2025-11-25', true],
    [{ logging: {} }, '2024-11-05', true],
    [{}, '2025-11-25', false],
    [{ logging: {} }, '2026-07-28', false],
  ] as const) {
    test(`is ${isOffered ? '' : 'not '}offered for ${JSON.stringify(capabilities)} of ${protocolVersion}`, () => {
      assert.equal(canSetLogLevel({ capabilities, protocolVersion }), isOffered);
    });
  }
});
