import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createEditableRequest, createEditedReplay } from '../../../src/tunnels/requests/replay.ts';
import {
  formatRequestText,
  maxHeaderCount,
  maxHeadLength,
  maxRequestTextLength,
  parseRequestText,
} from '../../../src/tunnels/requests/requestText.ts';
import { createExchange, toKeptBody } from '../../kit/exchanges.ts';

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add' } };
const exchange = createExchange(7, call, {
  path: '/mcp?token=s3cret-1&a=b&token=s3cret-2',
  requestHeaders: [
    ...['Host', 'octo.example.com', 'Authorization', 'Bearer s3cret-3', 'Content-Type', 'application/json'],
    ...[
      'Cookie',
      's3cret=4',
      'Connection',
      'X-Hop',
      'X-Hop',
      '1',
      'Content-Length',
      '70',
      'Cookie',
      's3cret=5',
    ],
  ],
});
const lines = [
  'POST /mcp?token=•••&a=b&token=•••',
  'Authorization: Bearer •••',
  'Content-Type: application/json',
  'Cookie: •••',
  'Cookie: •••',
  '',
  ...JSON.stringify(call, undefined, 2).split('\n'),
];
const text = lines.join('\n');

/** Returns the kinds of the issues with their lines, such as `noColon 3`. */
const listIssues = (edited: string): readonly string[] =>
  createEditedReplay(edited, exchange).issues.map(({ kind, line }) => `${kind} ${line}`);

describe('the text of a request', () => {
  test('has no credentials, no headers that are set automatically, and a formatted body', () => {
    const editable = createEditableRequest(exchange);
    assert.equal(editable && formatRequestText(editable), text);
  });

  test('is sent with the credentials and the bytes of the original if it was not changed', () => {
    const { replay, issues } = createEditedReplay(text, exchange);
    assert.deepEqual(issues, []);
    assert.deepEqual(replay, {
      replayOf: 7,
      method: 'POST',
      path: exchange.path,
      headers: [
        ...exchange.requestHeaders.slice(0, 8),
        ...['Cookie', 's3cret=5', 'Content-Length', String(exchange.requestBody.size)],
      ],
      body: Buffer.from(JSON.stringify(call)),
    });
  });

  test('is sent with its changes', () => {
    const edited = ['PUT /mcp?a=c&token=••• HTTP/1.1', 'cookie:•••', 'X-New: a: b', '', '{"a":', '', '1}'];
    const { replay, issues } = createEditedReplay(edited.join('\r\n'), exchange);
    assert.deepEqual(issues, []);
    assert.equal(replay?.method, 'PUT');
    assert.equal(replay.path, '/mcp?a=c&token=s3cret-1');
    assert.deepEqual(replay.headers.slice(2), ['cookie', 's3cret=4', 'X-New', 'a: b', 'Content-Length', '9']);
    assert.equal(String(replay.body), '{"a":\n\n1}');
  });

  test('needs no body and no headers', () => {
    const get = createEditedReplay('\n  GET /  ', exchange).replay;
    assert.deepEqual(
      [get?.method, get?.path, get?.headers, get?.body.length],
      ['GET', '/', ['Host', 'octo.example.com'], 0],
    );
    assert.deepEqual(createEditedReplay('POST /', undefined).replay?.headers, [
      ...['Host', 'localhost', 'Content-Length', '0'],
    ]);
  });

  test('keeps a method, a path, and headers that only the client sent that way', () => {
    const unusual = createExchange(1, call, {
      method: 'PROPFIND',
      path: '/caf\xe9 "x"'.replace(' ', ''),
      requestHeaders: ['X-Name', 'caf\xe9'],
      requestBody: toKeptBody('\uFEFFa\r\nb'),
    });
    const editable = createEditableRequest(unusual);
    const { replay } = createEditedReplay(editable ? formatRequestText(editable) : '', unusual);
    assert.deepEqual([replay?.method, replay?.path], [unusual.method, unusual.path]);
    assert.deepEqual(replay?.headers.slice(2, 4), unusual.requestHeaders);
    assert.deepEqual(replay.body, Buffer.from('\uFEFFa\r\nb'));
  });

  const replaceLine = (index: number, line: string): string => lines.with(index, line).join('\n');
  const invalidTexts: readonly (readonly [text: string, ...issues: string[]])[] = [
    ['', 'noRequestLine 1'],
    ['\n\nPOST', 'noRequestLine 3'],
    [replaceLine(0, 'FOO /mcp'), 'unknownMethod 1'],
    [replaceLine(0, 'post /mcp'), 'unknownMethod 1'],
    [replaceLine(0, 'POST mcp'), 'invalidPath 1'],
    [replaceLine(0, 'POST https://other.example/mcp'), 'invalidPath 1'],
    [replaceLine(0, 'POST /a b'), 'invalidPath 1'],
    [replaceLine(0, 'POST /café'), 'invalidPath 1'],
    [replaceLine(0, 'POST /mcp?key=•••'), 'changedCredential 1'],
    [replaceLine(0, 'POST /•••'), 'changedCredential 1'],
    [replaceLine(1, 'Authorization: Basic •••'), 'changedCredential 2'],
    [replaceLine(1, 'X-Other: Bearer •••'), 'changedCredential 2'],
    [replaceLine(1, 'Authorization'), 'noColon 2'],
    [replaceLine(1, ' folded'), 'noColon 2'],
    [replaceLine(1, 'X Y: 1'), 'invalidHeaderName 2'],
    [replaceLine(1, ': 1'), 'invalidHeaderName 2'],
    [replaceLine(1, 'X: a\0b'), 'invalidHeaderValue 2'],
    [replaceLine(1, 'X: \u2013'), 'invalidHeaderValue 2'],
    [replaceLine(1, 'content-length: 3'), 'automaticHeader 2'],
    [replaceLine(1, 'Host: a'), 'automaticHeader 2'],
    [replaceLine(1, 'Transfer-Encoding: chunked'), 'automaticHeader 2'],
    ['FOO /\nY: \0\nX\nY: \0', 'unknownMethod 1', 'invalidHeaderValue 2', 'noColon 3'],
    [lines.toSpliced(5, 1).join('\n'), 'noColon 6'],
    [`POST /\n\n${'x'.repeat(maxRequestTextLength)}`, 'tooLong undefined'],
    [`POST /\nX: ${'x'.repeat(maxHeadLength)}`, 'headTooLong undefined'],
    [`POST /\n${'X: 1\n'.repeat(maxHeaderCount)}`, 'headTooLong undefined'],
  ];
  for (const [invalid, ...issues] of invalidTexts) {
    test(`is not sent if it is invalid: ${JSON.stringify(invalid).slice(0, 40)}`, () => {
      assert.deepEqual(listIssues(invalid), issues);
      assert.equal(createEditedReplay(invalid, exchange).replay, undefined);
    });
  }

  test('can contain no mask if the original is no longer kept', () => {
    const kinds = createEditedReplay(text, undefined).issues.map(({ kind, line }) => [kind, line]);
    assert.deepEqual(
      kinds,
      [1, 2, 4, 5].map((line) => ['changedCredential', line]),
    );
    assert.equal(createEditedReplay('POST /mcp', undefined).replay?.replayOf, 0);
  });

  test('can be edited only if the whole body is a kept text', () => {
    const bodies = [
      { chunks: [], size: 5 },
      toKeptBody('x'.repeat(70_000)),
      { chunks: [new Uint8Array([0xff])], size: 1 },
      toKeptBody('a\0b'),
    ];
    for (const requestBody of bodies)
      assert.equal(createEditableRequest(createExchange(1, call, { requestBody })), undefined);
    assert.ok(createEditableRequest(createExchange(1, call, { requestBody: { chunks: [], size: 0 } })));
  });

  test('never sends a mask, whatever was edited', () => {
    const piece = fc.constantFrom(
      '•••',
      'Cookie',
      ': ',
      'token=',
      '&',
      '?',
      '/',
      '\n',
      'POST ',
      'Bearer ',
      'a',
      '\n\n',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.nat(text.length),
        fc.nat(20),
        (pieces, at, removed) => {
          const edited = text.slice(0, at) + pieces.join('') + text.slice(at + removed);
          const { replay } = createEditedReplay(edited, exchange);
          assert.ok(!replay || ![replay.path, ...replay.headers].join().includes('•'));
          // The page, which has no credentials, finds the same issues.
          const { issues } = parseRequestText(edited, createEditableRequest(exchange));
          assert.equal(issues.length === 0, replay !== undefined);
        },
      ),
    );
  });
});
