import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { TransportError } from '../../../src/inspector/connectionErrors.ts';
import { connectToServer } from '../../../src/inspector/connectToServer.node.ts';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import { openTestConnection } from '../../../src/inspector/mcpTests/testConnection.ts';
import { type RawRequest, startRawServer, type Write, writeResponse } from '../../kit/rawServer.ts';
import { patient, sessionWith } from './inspected.ts';

const answerTo = ({ id }: RawRequest, said = 'said'): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: said }] } });

const raw =
  (text: string | Buffer): Write =>
  (socket) =>
    void socket.end(text);
const json = 'content-type: application/json\r\n';
const events = 'content-type: text/event-stream\r\n';
const start = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}connection: close\r\n`;

/** A body that isn't in the encoding that its header names. */
const encoded =
  (encoding: string, type: string, body: (request: RawRequest) => string | Buffer): Write =>
  (socket, request) =>
    writeResponse(socket, '200 OK', `${type}content-encoding: ${encoding}\r\n`, body(request));

const spoiled = (request: RawRequest): Buffer => {
  const bytes = gzipSync(answerTo(request));
  bytes.writeUInt32LE(0, bytes.length - 8);
  return bytes;
};
const decompressed = /decompress .*\(\w+\) .*Content-Encoding.*\. Check /;
const notHttp = /valid HTTP \(\w+\)\. .*Check the URL/;
const brokeOff = /connection .*lost \(\w+\) before .*\. Try again/;
const wrongLength = /length .*Content-Length .*\(\w+\).*\. Try again/;

const faults: readonly (readonly [string, Write, RegExp])[] = [
  ['a body that is no gzip', encoded('gzip', json, answerTo), decompressed],
  ['a body that is no Brotli', encoded('br', json, answerTo), decompressed],
  ['a body that is no deflate', encoded('deflate', json, answerTo), decompressed],
  ['gzip that is spoiled', encoded('gzip', json, spoiled), decompressed],
  [
    'a stream that is no gzip',
    encoded('gzip', events, (request) => `data: ${answerTo(request)}\n\n`),
    decompressed,
  ],
  ['a chunk without a size', raw(`${start(json)}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`), notHttp],
  [
    'a chunk of a stream without a size',
    raw(`${start(events)}transfer-encoding: chunked\r\n\r\n6\r\ndata: \r\nzz\r\n`),
    notHttp,
  ],
  [
    'a last chunk that is missing',
    raw(`${start(json)}transfer-encoding: chunked\r\n\r\n2\r\n{"\r\n`),
    notHttp,
  ],
  ['a body that is cut off', raw(`${start(json)}content-length: 600\r\n\r\n{"jsonrpc":`), wrongLength],
  ['a stream that is cut off', raw(`${start(events)}content-length: 600\r\n\r\ndata: {"json`), wrongLength],
  ['two lengths', raw(`${start(json)}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`), wrongLength],
  ['a length that is no number', raw(`${start(json)}content-length: two\r\n\r\n{}`), notHttp],
  ['a header without a name', raw(`${start(json)}no header\r\n\r\n`), notHttp],
  ['a header with a null character', raw(`${start(json)}x: a\0b\r\n\r\n`), notHttp],
  [
    'headers that are too long',
    raw(`${start(json)}x: ${'a'.repeat(200_000)}\r\n\r\n`),
    /headers .*too long \(\w+\)\. Shorten /,
  ],
  ['a page without headers', raw('<html>It works!</html>'), notHttp],
  ['another protocol', raw('SSH-2.0-OpenSSH_9.6\r\n'), notHttp],
  ['an encrypted answer', raw(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])), notHttp],
  ['another version of HTTP', raw('HTTP/3.7 200 OK\r\n\r\n'), notHttp],
  ['a status below 100', raw('HTTP/1.1 099 Odd\r\n\r\n'), notHttp],
  ['a status that only a proxy sends', raw('HTTP/1.1 100 Continue\r\n\r\n'), brokeOff],
  ['a switch of protocols', raw('HTTP/1.1 101 Odd\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), brokeOff],
  ['nothing', (socket) => void socket.end(), brokeOff],
  ['a reset', (socket) => void socket.resetAndDestroy(), brokeOff],
  ['half of its headers', raw('HTTP/1.1 200 OK\r\ncontent-ty'), brokeOff],
  [
    'a status of no standard',
    (socket) => writeResponse(socket, '999 Denied', 'content-type: text/plain\r\n', 'Too many robots'),
    /status 999: Too many robots$/,
  ],
  ['a status above 599', (socket) => writeResponse(socket, '600 Odd', '', ''), /status 600\.$/],
];

/** Words of Node and of JavaScript engines. */
const rawWords = /terminated|fetch failed|init\[|RangeError|TypeError|falsy|incorrect header|undefined/;

describe('a broken response is described with a cause and a remedy', () => {
  for (const [name, write, words] of faults) {
    test(`to a call: ${name}`, async (t) => {
      const { url } = await startRawServer(t, (method) => (method === 'tools/call' ? write : undefined));
      const session = sessionWith(t, url);
      await session.connect();
      const call = session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
      const failure = await call.then(() => 'answered', describeServerError);
      assert.match(failure, words);
      assert.doesNotMatch(failure, rawWords);
    });

    test(`to a handshake: ${name}`, async (t) => {
      const { url } = await startRawServer(t, () => write);
      const session = sessionWith(t, url);
      await session.connect();
      assert.equal(session.state.phase, 'failed');
      const connected = await openTestConnection({
        open: connectToServer,
        url,
        headers: {},
        secrets: [],
        version: '1',
        timeoutMs: 10_000,
        signal: new AbortController().signal,
      });
      assert.ok(!connected.ok);
      const failed = session.state.steps.find(({ outcome }) => outcome === 'failed');
      for (const failure of [session.state.failure, failed?.text, connected.reason]) {
        assert.match(failure ?? '', words);
        assert.doesNotMatch(failure ?? '', rawWords);
      }
    });
  }

  test('for an unknown reason', () => {
    const failed = describeServerError(
      new TransportError(new TypeError('fetch failed', { cause: new Error('odd') })),
    );
    assert.match(failed, /HTTP .*failed \(\w+\)\. Try again/);
    for (const error of [new RangeError('init["status"] is odd'), new TypeError('terminated')]) {
      assert.doesNotMatch(describeServerError(error), rawWords);
    }
  });
});

test('the received part of a response that breaks off is in the message log', async (t) => {
  const begun = '{"jsonrpc":"2.0","error":{"message":"No ci';
  const bodies = [
    `${start(json)}content-length: 600\r\n\r\n${begun}`,
    `${start(events)}content-length: 600\r\n\r\ndata: ${begun}`,
  ];
  for (const body of bodies) {
    const { url } = await startRawServer(t, (method) => (method === 'tools/call' ? raw(body) : undefined));
    const session = sessionWith(t, url);
    await session.connect();
    await assert.rejects(session.call({ kind: 'tool', name: 'echo', args: {} }, patient()));
    assert.equal(session.messages.at(session.messages.length - 1)?.json, begun);
  }
});

describe('a response in another character set is read', () => {
  const sets = [
    ['iso-8859-1', 'latin1'],
    ['utf-16', 'utf16le'],
    ['utf-8', 'utf8'],
    ['no-such-set', 'utf8'],
  ] as const;
  for (const [charset, encoding] of sets) {
    test(charset, async (t) => {
      let status = '200 OK';
      const write: Write = (socket, request) => {
        const body = Buffer.from(
          status === '200 OK' ? answerTo(request, 'Zürich') : 'Nicht Zürich',
          encoding,
        );
        const type = status === '200 OK' ? 'application/json' : 'text/plain';
        writeResponse(socket, status, `content-type: ${type}; charset=${charset}\r\n`, body);
      };
      const { url } = await startRawServer(t, (method) => (method === 'tools/call' ? write : undefined));
      const session = sessionWith(t, url);
      await session.connect();
      const call = () => session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
      assert.deepEqual(await call(), { content: [{ type: 'text', text: 'Zürich' }] });
      status = '400 Bad Request';
      const failure = await call().then(() => 'answered', describeServerError);
      assert.equal(failure, 'The server returned status 400: Nicht Zürich');
    });
  }
});
