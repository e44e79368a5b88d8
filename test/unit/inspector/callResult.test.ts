import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readBlockText, toResultView } from '../../../src/inspector/callResult.ts';

const png = 'iVBORw0KGgo=';

describe('a call result on the page', () => {
  test('has a block for each content', () => {
    const { blocks, isError } = toResultView('tool', {
      content: [
        { type: 'text', text: 'hi' },
        { type: 'image', data: png, mimeType: 'image/png' },
        { type: 'audio', data: png, mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'w://guide', name: 'guide', title: 'Guide' },
        { type: 'resource', resource: { uri: 'w://a', mimeType: 'text/plain', text: 'inside' } },
        { type: 'resource', resource: { uri: 'w://b', mimeType: 'image/png', blob: png } },
      ],
      isError: true,
    });
    assert.equal(isError, true);
    assert.deepEqual(blocks, [
      { kind: 'text', text: 'hi' },
      { kind: 'image', data: `data:image/png;base64,${png}`, mimeType: 'image/png', byteCount: 8 },
      { kind: 'audio', data: `data:audio/wav;base64,${png}`, mimeType: 'audio/wav', byteCount: 8 },
      { kind: 'link', uri: 'w://guide', name: 'Guide' },
      { kind: 'resource', uri: 'w://a', mimeType: 'text/plain', text: 'inside' },
      {
        kind: 'image',
        uri: 'w://b',
        mimeType: 'image/png',
        data: `data:image/png;base64,${png}`,
        byteCount: 8,
      },
    ]);
  });

  test('shows the roles in a prompt and the contents of a resource', () => {
    const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'Pack.' } }] };
    assert.deepEqual(toResultView('prompt', prompt).blocks, [
      { kind: 'text', text: 'Pack.', role: 'User message' },
    ]);
    const resource = { contents: [{ uri: 'w://a', text: 'A' }] };
    assert.deepEqual(toResultView('resource', resource).blocks, [
      { kind: 'resource', uri: 'w://a', text: 'A' },
    ]);
  });

  test('decodes binary data with a text type, if the data is text', () => {
    const text = (mimeType: string, blob: string) =>
      toResultView('resource', { contents: [{ uri: 'w://a', mimeType, blob }] }).blocks[0]?.text;
    const rain = Buffer.from('Nieselregen – überall').toString('base64');
    for (const type of ['text/plain', 'text/csv;charset=utf-8', 'application/json', 'image/svg+xml']) {
      assert.equal(text(type, rain), type.startsWith('image') ? undefined : 'Nieselregen – überall', type);
    }
    assert.equal(text('application/geo+json', rain), 'Nieselregen – überall');
    assert.equal(text('application/gzip', rain), undefined);
    // What isn't UTF-8, and what isn't Base64.
    assert.equal(text('text/plain', '/////w=='), undefined);
    assert.equal(text('text/plain', '#'), undefined);
  });

  test('shows the audience and the priority of content', () => {
    const annotations = { audience: ['user', 'assistant'], priority: 0.7 };
    const { blocks } = toResultView('tool', { content: [{ type: 'text', text: 'hi', annotations }] });
    assert.deepEqual(blocks, [
      { kind: 'text', text: 'hi', note: 'audience: user, assistant · priority: 0.7' },
    ]);
  });

  test('shows the JSON of an invalid image or an image that can contain scripts', () => {
    for (const [data, mimeType] of [
      ['<svg/>', 'image/png'],
      [png, 'image/svg+xml'],
      [png, 'text/html'],
      [png, 'image/png" onerror="x'],
    ] as const) {
      const [block] = toResultView('tool', { content: [{ type: 'image', data, mimeType }] }).blocks;
      assert.equal(block?.kind, 'other');
      assert.equal(block?.data, undefined);
    }
  });

  test('truncates long texts, which are complete in a document', () => {
    const text = 'x'.repeat(300_000);
    const result = { content: [{ type: 'text', text }], structuredContent: { text: 'y'.repeat(2_000_000) } };
    const view = toResultView('tool', result);
    assert.equal(view.blocks[0]?.isTruncated, true);
    assert.equal(view.blocks[0]?.text?.length, 100_000);
    assert.equal(view.structuredJson, undefined);
    assert.equal(readBlockText('tool', result, 0), text);
  });

  test('can have any shape', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('tool', 'prompt', 'resource'),
        fc.jsonValue(),
        fc.jsonValue(),
        (kind, a, b) => {
          for (const result of [
            a,
            { content: a, contents: a, messages: b },
            { content: [a, b], contents: [b], messages: [a] },
          ]) {
            const { blocks } = toResultView(kind, result);
            for (const [index] of blocks.entries())
              assert.equal(typeof readBlockText(kind, result, index), 'string');
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
