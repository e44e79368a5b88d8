import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { knownOperations } from '../../kit/operations.ts';
import type { Case } from './operationCase.ts';
import { specified } from './operationsSpecified.ts';
import { unspecified } from './operationsUnspecified.ts';
import { json, startServer, testClient } from './server.ts';

const cases: readonly Case[] = [...specified, ...unspecified];

function functionNames(client: Client): string[] {
  const { identify: _, forgetUnsupported: __, ...groups } = client;
  return Object.entries(groups).flatMap(([group, functions]) =>
    Object.keys(functions).map((name) => `${group}.${name}`),
  );
}

function namesOf(some: readonly Case[]): string[] {
  return [...new Set(some.map(({ name }) => name))];
}

describe('operations', () => {
  for (const { name, call, request, query = [], body, reply, result = reply } of cases) {
    test(`${name}: ${request}`, async (t) => {
      const server = await startServer(t);
      server.answer(json(reply, 200, { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'x-request-id': 'r-1' }));
      const scopes: string[] = [];
      const getToken = async (scope: string): Promise<string> => {
        scopes.push(scope);
        return 'the-token';
      };
      const { client, log } = testClient(server.url, { getToken, userAgent: 'test/1' });

      assert.deepEqual(await call(client), result);

      const [seen] = server.seen;
      assert.ok(seen);
      assert.equal(server.seen.length, 1);
      assert.equal(`${seen.method} ${seen.path}`, request);
      assert.deepEqual(seen.query, query);
      assert.deepEqual(seen.body === '' ? undefined : JSON.parse(seen.body), body);
      assert.equal(seen.headers['content-type'], body === undefined ? undefined : 'application/json');
      assert.equal(seen.headers.authorization, 'Bearer the-token');
      assert.equal(seen.headers.accept, 'application/json');
      assert.equal(seen.headers['user-agent'], 'test/1');
      assert.deepEqual(scopes, [name === 'tunnels.getTicket' ? 'user' : 'any']);
      const [entry] = log;
      assert.ok(entry);
      assert.deepEqual(entry, {
        operation: name,
        method: seen.method,
        path: seen.path,
        status: 200,
        durationMs: 0,
        requestId: 'r-1',
        attempt: 1,
        bytes: Buffer.byteLength(JSON.stringify(reply)),
      });
    });
  }

  test('every function of the client is in this table', () => {
    const { client } = testClient('http://127.0.0.1:1');
    assert.deepEqual(namesOf(cases).sort(), functionNames(client).sort());
  });

  test('E1 to E15 are those of the specification, and all others are unspecified', () => {
    const known = knownOperations.map(({ name, id }) => ({ name, id }));
    const numbered = namesOf(specified).map((name, at) => ({ name, id: `E${at + 1}` }));
    const others = namesOf(unspecified).map((name) => ({ name, id: 'unspecified' }));
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    assert.deepEqual(known.sort(byName), [...numbered, ...others].sort(byName));
  });
});
