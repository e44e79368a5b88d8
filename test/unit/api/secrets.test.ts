import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Client } from '../../../src/api/client.ts';
import { redact, redactJson } from '../../../src/api/redact.ts';
import { cut, cutInside, type Handler, json, raw, serve, startServer, testClient } from './server.ts';

/** Returns all that can be logged of an error: its fields, its stack, and its causes. */
function everything(error: unknown): string {
  const parts: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) {
    parts.push(
      one.message,
      one.stack ?? '',
      JSON.stringify(one),
      inspect(one, { depth: 20, showHidden: true }),
    );
  }
  return parts.join('\n');
}

/** Calls with the secret in every place that a caller can set, except the path. */
const calls: readonly ((client: Client, secret: string) => Promise<unknown>)[] = [
  (c, secret) => c.environments.getLogs('e', { search: secret, nextToken: secret }),
  (c, secret) => c.environments.getLogs('e', { since: secret, until: secret }),
  (c, secret) => c.environments.getLatestLogs('e', { search: secret, level: [secret as never] }),
  (c, secret) => c.environments.updateVariable('v', { key: 'KEY', value: secret, isSecret: true }),
  (c, secret) => c.environments.updateVariable('v', { key: `${secret}-`, value: secret, isSecret: true }),
  (c, secret) => c.environments.createVariables('e', [{ key: 'KEY', value: secret, isSecret: true }]),
  (c, secret) =>
    c.environments.createVariables('e', [{ key: '1', value: secret, isSecret: secret as never }]),
  (c, secret) =>
    c.projects.create({
      name: 'x',
      runtime: 'node24',
      environmentVariables: [{ key: 'KEY', value: secret, isSecret: true }],
    }),
  (c, secret) => c.beacon.createAudit({ targetUrl: secret }),
  (c) => c.tunnels.getTicket(),
];

/** Services that fail in different ways. The last ones return the request in the response. */
const failures: readonly Handler[] = [
  cut,
  cutInside,
  raw('', 401),
  raw('<html>', 200, { 'content-type': 'text/html' }),
  raw('', 302, { location: 'https://other.example/' }),
  (response, seen) => json({ subdomain: seen.headers.authorization?.slice(7) })(response, seen),
  (response, seen) => raw(`${seen.headers.authorization} ${seen.body}`)(response, seen),
  (response, seen) => {
    const token = seen.headers.authorization?.slice(7) ?? '';
    const told = [...seen.query.map(([, value]) => value), ...leaves(seen.body), token];
    const data = {
      received: told,
      issues: told.map((text) => ({ path: ['x', text], message: `Bad: ${text}.` })),
    };
    json({ defined: true, code: token, status: 400, message: told.join(' '), data }, 400, {
      'x-request-id': token,
      'retry-after': token,
    })(response, seen);
  },
  (response, seen) => {
    const token = seen.headers.authorization?.slice(7) ?? '';
    raw('', 302, { location: `https://other.example/${token}?${token}` })(response, seen);
  },
];

function leaves(body: string): string[] {
  const found: string[] = [];
  if (body !== '') {
    JSON.parse(body, (name: string, value: unknown) => {
      if (name === 'value' && typeof value === 'string') found.push(value);
      return value;
    });
  }
  return found;
}

describe('secrets', () => {
  test('occur in no error and in no log entry, whatever goes wrong', async (t) => {
    const server = await startServer(t);
    // The fixed prefix keeps a secret from being part of an ordinary message by chance.
    const secret = fc.stringMatching(/^[!-~]{4,30}$/).map((text) => `S§${text}`);
    const token = fc.stringMatching(/^[!-~]{4,30}$/).map((text) => `T0k3n${text}`);
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(
        secret,
        token,
        fc.nat(calls.length - 1),
        fc.nat(failures.length - 1),
        async (hidden, key, c, f) => {
          server.answer(failures[f] ?? cut);
          const { client, log } = testClient(server.url, { getToken: async () => key });
          const written: string[] = [];
          await calls[c]?.(client, hidden).catch((error: unknown) => {
            failed += 1;
            written.push(everything(error));
          });
          written.push(JSON.stringify(log));
          for (const text of written) {
            for (const one of [hidden, key]) {
              assert.ok(!text.includes(one), 'as it is');
              assert.ok(!text.includes(encodeURIComponent(one)), 'encoded for a URL');
              assert.ok(!text.includes(JSON.stringify(one).slice(1, -1)), 'encoded for JSON');
            }
          }
        },
      ),
      { numRuns: 400 },
    );
    assert.ok(failed > 200, 'the calls failed');
  });

  test('are told of when they go out, so that they are known in other texts', async (t) => {
    const server = await startServer(t, json({ success: true }));
    const told: string[][] = [];
    const { client } = testClient(server.url, { onSecrets: (secrets) => told.push([...secrets]) });
    const variables = [
      { key: 'KEY', value: 'secret value', isSecret: true },
      { key: 'MODE', value: 'plain value', isSecret: false },
    ];
    await client.environments.createVariables('e', variables);
    await client.environments.updateVariable('v', { key: 'KEY', value: 'another', isSecret: true });
    await client.environments.getLogs('e', { search: 'looked for' }).catch(() => undefined);
    assert.deepEqual(told, [['secret value', 'the-token'], ['another', 'the-token'], ['the-token']]);
  });

  test('a credential that cannot be sent is not quoted', async () => {
    const { client } = testClient('http://127.0.0.1:1', { getToken: async () => 'unsendable\nvalue' });
    await assert.rejects(client.environments.get('e'), (error) => !everything(error).includes('unsendable'));
  });

  test('nor is the second of two credentials', async (t) => {
    const server = await startServer(t, raw('', 401), (response, seen) =>
      json({ code: 'BAD_REQUEST', message: seen.headers.authorization }, 400)(response, seen),
    );
    const { client } = testClient(server.url, {
      getToken: async (_, { rejectedToken }) => (rejectedToken === undefined ? 'first-key' : 'second-key'),
    });
    await assert.rejects(client.environments.get('e'), { message: 'Bearer •••' });
  });

  test('a secret inside another leaves nothing of it, neither in values nor in names', () => {
    const secrets = ['abcd', 'abcdefgh'];
    assert.equal(redact('abcdefgh abcd', secrets), '••• •••');
    assert.deepEqual(redactJson({ abcdefgh: ['abcd', 1, null] }, secrets), { '•••': ['•••', 1, null] });
  });

  test('short texts stay, so that messages stay readable', async (t) => {
    const { client } = await serve(t, json({ code: 'BAD_REQUEST', message: 'key: a reserved name' }, 400));
    await assert.rejects(
      client.environments.updateVariable('v', { key: 'KEY', value: 'a', isSecret: false }),
      {
        message: 'key: a reserved name',
      },
    );
  });
});
