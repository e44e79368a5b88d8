import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  parseLocalUrl,
  parsePort,
  readRememberedServers,
  rememberServer,
} from '../../../src/tunnels/localServer.ts';
import {
  type LocalServerCandidate,
  sortCandidates,
} from '../../../src/tunnels/ports/findLocalServers.node.ts';

describe('a server on this machine', () => {
  test('is read from URLs of this machine without encryption', () => {
    const cases: Readonly<Record<string, unknown>> = {
      'http://localhost:3000/mcp': { port: 3000, path: '/mcp' },
      'http://127.0.0.1:8080': { port: 8080, path: '/' },
      'http://[::1]:1/': { port: 1, path: '/' },
      'http://localhost': { port: 80, path: '/' },
      'https://localhost:3000': undefined,
      'http://localhost.example.com:3000': undefined,
      'http://192.168.0.1:3000': undefined,
      'http://localhost:${input:port}': undefined,
      'localhost:3000': undefined,
      '': undefined,
    };
    for (const [url, server] of Object.entries(cases)) assert.deepEqual(parseLocalUrl(url), server, url);
  });

  test('has a port from 1 to 65535', () => {
    assert.deepEqual(['1', ' 3000 ', '65535'].map(parsePort), [1, 3000, 65_535]);
    for (const text of ['', '0', '65536', '3e3', '-1', '30 00', '1.5'])
      assert.equal(parsePort(text), undefined, text);
  });

  test('is remembered once, the latest first, also if the storage has other data', () => {
    const first = Array.from({ length: 6 }, (_, index) => ({ port: index + 1 })).reduce(
      rememberServer,
      [] as ReturnType<typeof rememberServer>,
    );
    assert.deepEqual(
      first.map(({ port }) => port),
      [6, 5, 4, 3, 2],
    );
    assert.deepEqual(rememberServer(first, { port: 4, path: '/mcp' }).slice(0, 2), [
      { port: 4, path: '/mcp' },
      { port: 6 },
    ]);
    assert.deepEqual(readRememberedServers([{ port: 4 }, { port: 0 }, 'x', null]), [{ port: 4 }]);
    assert.deepEqual(readRememberedServers('x'), []);
  });

  test('is proposed first if it is an MCP server, and last if it does not run', () => {
    const create = (port: number, fields: Partial<LocalServerCandidate> = {}): LocalServerCandidate => ({
      port,
      isListening: true,
      isRemembered: false,
      ...fields,
    });
    const mcpServer = { path: '/mcp' };
    const sorted = sortCandidates([
      create(1),
      create(2, { isListening: false, isRemembered: true }),
      create(3, { entryName: 'local' }),
      create(4, { mcpServer }),
      create(5, { mcpServer, isRemembered: true }),
      create(6, { isRemembered: true }),
    ]);
    assert.deepEqual(
      sorted.map(({ port }) => port),
      [5, 4, 6, 3, 1, 2],
    );
  });
});
