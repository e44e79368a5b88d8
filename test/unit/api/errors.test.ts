import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiErrorKind } from '../../../src/api/errors.ts';
import { formatApiIssues, isApiError } from '../../../src/api/errors.ts';
import { envelope, errorOf, type Handler, json, raw, serve } from './server.ts';

const html = (status: number): Handler => raw('<h1>Oops</h1>', status, { 'content-type': 'text/html' });

/** Each response, and the error that the client creates from it. POST isn't retried. */
const table: readonly [
  string,
  Handler,
  { kind: ApiErrorKind; code?: string; isUnsupportedOperation?: true },
][] = [
  ['400', envelope(400, 'BAD_REQUEST'), { kind: 'badRequest', code: 'BAD_REQUEST' }],
  ['401', json({}, 401), { kind: 'unauthorized' }],
  ['401 HTML', html(401), { kind: 'unauthorized' }],
  ['403', envelope(403, 'FORBIDDEN'), { kind: 'forbidden', code: 'FORBIDDEN' }],
  ['404 with a code', envelope(404, 'NOT_FOUND'), { kind: 'notFound', code: 'NOT_FOUND' }],
  [
    '404 without a code',
    json({ message: 'no route' }, 404),
    { kind: 'notFound', isUnsupportedOperation: true },
  ],
  ['404 HTML', html(404), { kind: 'notFound', isUnsupportedOperation: true }],
  ['404 empty', raw('', 404), { kind: 'notFound', isUnsupportedOperation: true }],
  ['405', html(405), { kind: 'notFound', isUnsupportedOperation: true }],
  ['501', raw('', 501), { kind: 'notFound', isUnsupportedOperation: true }],
  ['408', raw('', 408), { kind: 'timeout' }],
  ['409', envelope(409, 'CONFLICT'), { kind: 'conflict', code: 'CONFLICT' }],
  ['413', html(413), { kind: 'badRequest' }],
  ['422', json({ code: 7 }, 422), { kind: 'badRequest' }],
  ['429', raw('slow down', 429), { kind: 'rateLimited' }],
  ['500', envelope(500, 'INTERNAL_SERVER_ERROR'), { kind: 'server', code: 'INTERNAL_SERVER_ERROR' }],
  ['502 HTML', html(502), { kind: 'server' }],
  ['503 other JSON', json(['down'], 503), { kind: 'server' }],
  ['504 null', json(null, 504), { kind: 'server' }],
  ['304', raw('', 304), { kind: 'unexpectedResponse' }],
];

describe('errors of the service', () => {
  for (const [name, handler, expected] of table) {
    test(name, async (t) => {
      const { server, client, log } = await serve(t, handler);
      const error = await errorOf(client.environments.deploy('e/1'));
      assert.deepEqual(
        {
          kind: error.kind,
          code: error.code,
          isUnsupportedOperation: error.isUnsupportedOperation,
          status: error.status,
        },
        { code: undefined, isUnsupportedOperation: false, status: Number.parseInt(name, 10), ...expected },
      );
      assert.equal(error.operation, 'environments.deploy');
      assert.equal(error.method, 'POST');
      assert.equal(error.path, '/v1/environments/e%2F1/deploy');
      assert.equal(error.reason, expected.kind === 'unauthorized' ? 'rejected' : undefined);
      assert.doesNotMatch(error.message, /<h1>|slow down/);
      assert.equal(server.seen.length, 1, 'sent once');
      assert.deepEqual(
        log.map(({ status, error: kind }) => [status, kind]),
        [[error.status, error.kind]],
      );
      assert.ok(isApiError(error, expected.kind) && isApiError(error) && !isApiError(error, 'canceled'));
    });
  }

  test('an envelope as deep as it likes is read as far as anybody looks', async (t) => {
    const depth = 100_000;
    const body = `{"code":"DEEP","message":"Too deep.","data":${'['.repeat(depth)}1${']'.repeat(depth)}}`;
    const { client } = await serve(t, raw(body, 400, { 'content-type': 'application/json' }));
    const error = await errorOf(client.environments.deploy('e'));
    assert.deepEqual([error.kind, error.code, error.message], ['badRequest', 'DEEP', 'Too deep.']);
    assert.ok(JSON.stringify(error.data).length < 200);
  });

  test('the envelope is kept, and its issues become text', async (t) => {
    const { server, client } = await serve(t);
    const data = {
      issues: [
        { path: ['environmentVariables', 1, 'value'], message: 'Too small', code: 'x' },
        { path: [{ key: 'name' }], message: 'Reserved' },
        { message: 'All of it' },
        { path: ['gone'] },
        null,
      ],
    };
    server.answer(envelope(400, 'BAD_REQUEST', data, 'Input validation failed'));
    const error = await errorOf(client.environments.deploy('e'));
    assert.deepEqual(error.issues, [
      { path: 'environmentVariables[1].value', message: 'Too small' },
      { path: 'name', message: 'Reserved' },
      { path: '', message: 'All of it' },
    ]);
    assert.equal(error.message, 'environmentVariables[1].value: Too small; name: Reserved; All of it');
    assert.deepEqual(error.data, data);
  });

  test('without issues, the service has the word', async (t) => {
    const { client } = await serve(t, envelope(400, 'DNS_RESOLUTION_FAILED', undefined, 'No such host.'));
    const error = await errorOf(client.beacon.createAudit({ targetUrl: 'https://x.example' }));
    assert.equal(error.message, 'No such host.');
    assert.equal(error.code, 'DNS_RESOLUTION_FAILED');
    assert.deepEqual(error.issues, []);
  });

  test('what the service says has a limit', async (t) => {
    const { server, client } = await serve(t);
    const issues = Array.from({ length: 200 }, () => ({
      path: ['x'.repeat(1000)],
      message: 'y'.repeat(10_000),
    }));
    server.answer(envelope(400, 'Z'.repeat(1000), { issues }));
    const error = await errorOf(client.environments.deploy('e'));
    assert.ok(error.message.length <= 501 && (error.code?.length ?? 0) <= 201 && error.issues.length <= 50);
    assert.ok(error.issues.every(({ path, message }) => path.length <= 201 && message.length <= 501));
  });

  test('the status is enough when the rest of the answer is lost', async (t) => {
    const { client } = await serve(t, (response) => {
      response.writeHead(403, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"code":', () => response.socket?.destroy());
    });
    const error = await errorOf(client.environments.deploy('e'));
    assert.equal(error.kind, 'forbidden');
  });
});

test('issues are sentences if their messages are predicates', () => {
  const format = (path: string, message: string): string => formatApiIssues([{ path, message }]);
  assert.equal(format('Start command', 'is not allowed here.'), 'Start command is not allowed here.');
  assert.equal(format('variables[1].key', "isn't unique"), "variables[1].key isn't unique");
  assert.equal(format('name', "can't be empty"), "name can't be empty");
  assert.equal(format('name', 'can’t be empty'), 'name can’t be empty');
  assert.equal(format('name', 'cannot be empty'), 'name cannot be empty');
  assert.equal(format('name', 'must not be empty'), 'name must not be empty');
  assert.equal(format('name', 'expected a string'), 'name: expected a string');
  assert.equal(format('name', 'Isotopes are unknown'), 'name: Isotopes are unknown');
  assert.equal(format(' ', ': the body is empty'), 'the body is empty');
});
