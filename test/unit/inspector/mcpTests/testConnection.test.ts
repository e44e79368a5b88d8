import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { McpConnection, McpConnectionOptions } from '../../../../src/inspector/mcpConnection.ts';
import { openTestConnection } from '../../../../src/inspector/mcpTests/testConnection.ts';

/** A connection with a sign-in whose tokens are these, one after the other. */
function connect(tokens: readonly string[], serve: (options: McpConnectionOptions) => Promise<void>) {
  const left = [...tokens];
  return openTestConnection({
    url: 'https://mcp.example.com/mcp',
    headers: {},
    secrets: ['key'],
    version: '1.0.0',
    signal: new AbortController().signal,
    timeoutMs: 20_000,
    authorization: { token: async () => left.shift(), onUnauthorized: async () => undefined },
    open: async (options) => {
      await serve(options);
      return { capabilities: {} } as McpConnection;
    },
  });
}

describe('a connection for tests with a sign-in', () => {
  test('treats each token as a secret, also one that is sent later', async () => {
    let later: McpConnectionOptions['authorization'];
    const connected = await connect(['first', 'second', 'second'], async ({ authorization }) => {
      later = authorization;
      await authorization?.token();
    });
    assert.ok(connected.ok);
    assert.deepEqual(connected.secrets, ['key', 'first']);
    await later?.token();
    await later?.token();
    assert.deepEqual(connected.secrets, ['key', 'first', 'second']);
  });

  test('reports why it failed, without the token', async () => {
    const connected = await connect(['hush'], async ({ authorization }) => {
      throw new Error(`Not you, ${await authorization?.token()}.`);
    });
    assert.deepEqual(connected, { ok: false, reason: 'Not you, •••.' });
  });
});
