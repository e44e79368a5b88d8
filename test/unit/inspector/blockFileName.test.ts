import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readBinaryBlock, toResultView } from '../../../src/inspector/callResult.ts';
import { decodeBase64 } from '../../../src/inspector/media.ts';
import { suggestBlockFileName } from '../../../src/inspector/suggestBlockFileName.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';
import { webUrl } from '../../kit/webUrl.ts';

describe('the bytes of a block', () => {
  test('are decoded from each variant of base64', () => {
    const spellings: readonly ((base64: string) => string)[] = [
      (base64) => base64,
      (base64) => base64.replaceAll('=', ''),
      (base64) => base64.replaceAll('+', '-').replaceAll('/', '_'),
      (base64) => base64.replaceAll(/.{5}/g, '$&\r\n'),
      (base64) => `data:application/pdf;name=a;base64,${base64}`,
    ];
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom(...spellings), fc.nat(2), (bytes, spell, at) => {
        const data = spell(Buffer.from(bytes).toString('base64'));
        const resource = { uri: 'w://a', blob: data };
        const content = [
          { type: 'image', data },
          { type: 'audio', data },
          { type: 'resource', resource },
        ];
        const result = { content };
        const block = readBinaryBlock('tool', result, at);
        assert.deepEqual(block && decodeBase64(block.base64), bytes);
        assert.equal(toResultView('tool', result).blocks[at]?.byteCount, bytes.length);
      }),
    );
  });

  test('are also read from resources and prompts, and from text content', () => {
    const blob = Buffer.from('Nieselregen').toString('base64');
    const resource = { contents: [{ uri: 'w://a', mimeType: 'text/plain', blob }] };
    assert.deepEqual(toResultView('resource', resource).blocks, [
      { kind: 'resource', uri: 'w://a', mimeType: 'text/plain', byteCount: 11, text: 'Nieselregen' },
    ]);
    assert.deepEqual(readBinaryBlock('resource', resource, 0), {
      base64: blob,
      type: 'text/plain',
      uri: 'w://a',
    });
    const prompt = {
      messages: [{ role: 'user', content: { type: 'image', mimeType: 'image/tiff', data: blob } }],
    };
    assert.equal(readBinaryBlock('prompt', prompt, 0)?.type, 'image/tiff');
  });

  for (const content of [
    { type: 'text', text: 'aaaa' },
    { type: 'text', text: 'aaaa', data: 5 },
    { type: 'other', data: 'aaaa' },
    { type: 'image' },
    { type: 'image', data: 'no base64!' },
    { type: 'image', data: 'a' },
    { type: 'image', data: 'data:image/png;base64,no base64!' },
    { type: 'resource', resource: { uri: 'w://a', text: 'aaaa' } },
    { type: 'resource', resource: null },
    null,
  ]) {
    test(`can't be read: ${JSON.stringify(content)}`, () => {
      assert.equal(readBinaryBlock('tool', { content: [content] }, 0), undefined);
      assert.equal(toResultView('tool', { content: [content] }).blocks[0]?.byteCount, undefined);
    });
  }
});

describe('the suggested file name', () => {
  const named: readonly (readonly [uri: string | undefined, type: string | undefined, name: string])[] = [
    // From the URI.
    ['weather://sky', 'image/png', 'sky.png'],
    ['file:///C:/maps/oslo.png', 'image/png', 'oslo.png'],
    ['https://example.com/a/photo.JPEG?size=2#top', 'image/jpeg', 'photo.jpeg'],
    ['https://user:secret@example.com:8080/', 'image/png', 'example-com-8080.png'],
    ['https://example.com', undefined, 'example-com.bin'],
    ['urn:isbn:12', 'application/pdf', 'isbn-12.pdf'],
    ['w://a/%C3%A9t%C3%A9.gif', 'image/gif', 'été.gif'],
    ['w://a/100%', 'image/gif', '100.gif'],
    ['data:image/png;base64,AAAA', 'image/png', 'map.png'],
    // The extension is the one of the type.
    ['w://oslo.v2', 'image/png', 'oslo.v2.png'],
    ['weather://sky.png', 'image/png', 'sky.png'],
    ['weather://sky.png', undefined, 'sky.png'],
    ['w://a/oslo.v2', 'image/png', 'oslo.v2.png'],
    ['w://a/run.exe', 'image/png', 'run.exe.png'],
    ['w://a/a', 'audio/mpeg', 'a.mp3'],
    ['w://a/a.mp3', 'audio/mpeg', 'a.mp3'],
    ['w://a/a.oga', 'audio/ogg', 'a.oga'],
    ['w://a/a.flac', 'audio/flac', 'a.flac'],
    ['w://a/a', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'a.docx'],
    // One that says nothing leaves the extension of the URI.
    ['w://a/data.tar', 'application/octet-stream', 'data.tar'],
    ['w://a/main.py', 'text/plain', 'main.py'],
    ['w://a/a.zip', undefined, 'a.zip'],
    ['w://a/a', undefined, 'a.bin'],
    ['w://a/a', 'no/such-type', 'a.bin'],
    // Without a URI, from the item.
    [undefined, 'image/webp', 'map.webp'],
    ['', undefined, 'map.bin'],
    // Nothing leads to another folder, is hidden, or names a device.
    ['w://a/..%2F..%2F.bashrc', 'image/png', 'bashrc.png'],
    ['w://a/..%5C..%5Cevil.bat', undefined, 'evil.bat'],
    ['w://a/..', 'image/png', 'content.png'],
    ['w://a/con.png', 'image/png', '_con.png'],
    // Nothing of it is unseen.
    ['w://a/a%E2%80%AEgnp.exe', 'image/png', 'a-gnp.exe.png'],
    ['w://a/a%E2%80%8Bb%EF%B8%8F%E3%85%A4%CD%8F.png', 'image/png', 'a-b.png'],
  ];
  for (const [uri, type, name] of named) {
    test(`is ${name} for ${uri} of ${type}`, () => {
      assert.equal(
        suggestBlockFileName({ ...(uri !== undefined && { uri }), ...(type && { type }) }, 'map'),
        name,
      );
    });
  }

  test('is valid on each system, whatever the server sends', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: unicodeCharacter }),
        webUrl,
        fc.string(),
        fc.boolean(),
        (text, url, type, isUrl) => {
          const name = suggestBlockFileName({ uri: isUrl ? `${url}/${text}` : text, name: text, type }, text);
          assert.match(name, /^[^.\-\p{C}\p{Z}\p{DI}/\\:*?"<>|][^\p{C}\p{Z}\p{DI}/\\:*?"<>|]*\.[a-z0-9-]+$/u);
          assert.ok(name.length < 250);
        },
      ),
    );
  });
});
