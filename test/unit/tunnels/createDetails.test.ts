import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appendToBody, emptyBody } from '../../../src/tunnels/client/exchange.ts';
import { createDetails } from '../../../src/tunnels/page/createDetails.ts';
import { createExchange, toKeptBody } from '../../kit/exchanges.ts';

const actions = ['replay'] as const;
const describeFailure = (failure: string): string => `Failure: ${failure}`;

describe('the details of a request', () => {
  test('contain no credentials', () => {
    const details = createDetails(
      createExchange(
        1,
        {},
        {
          path: '/mcp?api_key=s3cret',
          requestHeaders: ['Authorization', 'Bearer s3cret', 'Accept', '*/*'],
          status: 200,
          responseHeaders: ['Set-Cookie', 'sid=s3cret', 'X-Id', '1'],
          endedAt: 2000,
        },
      ),
      actions,
      describeFailure,
    );
    assert.doesNotMatch(JSON.stringify(details), /s3cret/);
    assert.equal(details.path, '/mcp?api_key=•••');
    assert.deepEqual(details.request.headers, [
      { name: 'Authorization', value: 'Bearer •••' },
      { name: 'Accept', value: '*/*' },
    ]);
    assert.deepEqual(details.response?.headers, [
      { name: 'Set-Cookie', value: '•••' },
      { name: 'X-Id', value: '1' },
    ]);
    assert.equal(details.isOpen, false);
  });

  test('have no response before it begins, and the reason of a failure', () => {
    const details = createDetails(createExchange(1, {}, { failure: 'refused' }), actions, describeFailure);
    assert.deepEqual(
      [details.response, details.isOpen, details.failure],
      [undefined, true, 'Failure: refused'],
    );
  });

  test('have the text of a body, unless it is binary or was not kept', () => {
    const bodyOf = (requestBody: ReturnType<typeof toKeptBody>) =>
      createDetails(createExchange(1, {}, { requestBody }), actions, describeFailure).request.body;
    assert.deepEqual(bodyOf(toKeptBody('Bodø')), { size: 5, isBinary: false, isCut: false, text: 'Bodø' });
    assert.deepEqual(bodyOf(emptyBody), { size: 0, isBinary: false, isCut: false });
    assert.deepEqual(bodyOf({ chunks: [], size: 7 }), { size: 7, isBinary: false, isCut: false });
    assert.deepEqual(bodyOf(toKeptBody('a\0b')), { size: 3, isBinary: true, isCut: false });
    const invalid = appendToBody(emptyBody, new Uint8Array([0xff, 0x41]), true);
    assert.deepEqual(bodyOf(invalid), { size: 2, isBinary: true, isCut: false });
    // The limit of 64,000 bytes cuts a character.
    const cut = bodyOf(toKeptBody(`a${'ø'.repeat(40_000)}`));
    assert.deepEqual([cut.size, cut.isCut, cut.text?.length], [80_001, true, 32_000]);
  });

  const eventStreams: readonly (readonly [stream: string, text: string, eventCount: number | undefined])[] = [
    ['event: message\ndata: {"a":\ndata: 1}\n\n', '{"a":\n1}', 1],
    ['\uFEFF: ping\n\ndata: {"a":1.0}\r\n\r\nid: 2\ndata: [2]\n\ndata: {"cut', '[{"a":1.0},[2]]', 2],
    ['data: {"a":1}\n\ndata: [DONE]\n\n', 'data: {"a":1}\n\ndata: [DONE]\n\n', undefined],
    [': ping\n\n', ': ping\n\n', undefined],
  ];
  for (const [stream, text, eventCount] of eventStreams) {
    test(`have the data of a stream whose events are JSON: ${JSON.stringify(stream)}`, () => {
      const readBody = (contentType: string) =>
        createDetails(
          createExchange(
            1,
            {},
            {
              status: 200,
              responseHeaders: ['content-type', contentType],
              responseBody: toKeptBody(stream),
            },
          ),
          actions,
          describeFailure,
        ).response?.body;
      const body = readBody('Text/Event-Stream; charset=utf-8');
      assert.deepEqual([body?.text, body?.eventCount], [text, eventCount]);
      const other = readBody('text/plain');
      assert.deepEqual([other?.text, other?.eventCount], [stream.replace('\uFEFF', ''), undefined]);
    });
  }
});
