import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toResultView } from '../../../src/inspector/callResult.ts';
import { readBinaryContent, toMediaBlock } from '../../../src/inspector/media.ts';

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const png = base64('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xfb\xff\xfe\xef');
const samples = {
  'image/png': png,
  'image/jpeg': base64('\xff\xd8\xff\xe0\0\x10JFIF'),
  'image/gif': base64('GIF89a\x01\0'),
  'image/webp': base64('RIFF\x10\0\0\0WEBPVP8 '),
  'image/avif': base64('\0\0\0\x1cftypavif\0\0'),
  'audio/wav': base64('RIFF\x10\0\0\0WAVEfmt '),
  'audio/mpeg': base64('ID3\x04\0'),
  'audio/ogg': base64('OggS\0\x02'),
  'audio/flac': base64('fLaC\0\0'),
} as const;

const spellings: readonly (readonly [string, string])[] = [
  ...(
    [
      'image/png',
      'image/PNG',
      'IMAGE/PNG',
      ' image/png ',
      'image/x-png',
      'image/png; charset=binary',
    ] as const
  ).map((one) => [one, 'image/png'] as const),
  ...(['image/jpg', 'image/JPG', 'image/jpeg;q=1', 'image/pjpeg', 'jpeg', 'jpg'] as const).map(
    (one) => [one, 'image/jpeg'] as const,
  ),
  ['Image/Gif', 'image/gif'],
  ['image/x-webp', 'image/webp'],
  ['audio/x-wav', 'audio/wav'],
  ['AUDIO/WAVE; codecs=1', 'audio/wav'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/ogg; codecs=opus', 'audio/ogg'],
];

describe('an image or audio', () => {
  for (const [mimeType, type] of spellings) {
    test(`is shown as ${mimeType}`, () => {
      const kind = type.startsWith('image') ? 'image' : 'audio';
      assert.deepEqual(toMediaBlock(mimeType, png), { kind, data: `data:${type};base64,${png}` });
    });
  }

  test('is shown with each encoding of its data', () => {
    const shown = { kind: 'image', data: `data:image/png;base64,${png}` };
    const lines = png.replaceAll(/.{10}/g, '$&\r\n');
    const url = png.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    assert.notEqual(url, png);
    for (const data of [
      lines,
      `\n ${png}\n`,
      url,
      png.replaceAll('=', ''),
      `data:image/png;base64,${png}`,
      `data:;base64,${lines}`,
    ]) {
      assert.deepEqual(toMediaBlock('image/png', data), shown, data);
    }
    for (const data of [`data:image/png;base64,${png}`, `DATA:image/PNG;charset=x;base64,${url}`]) {
      assert.deepEqual(toMediaBlock(undefined, data), shown, data);
    }
  });

  const percent = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, encodeURIComponent);
  const url = png.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const bytes = [...Buffer.from(png, 'base64')]
    .map((one) => `%${one.toString(16).padStart(2, '0')}`)
    .join('');
  const dataUrls = [
    `data:image/png;base64,${percent(png)}`,
    `data:image/png;base64,${png.replaceAll('/', '%2f')}`,
    `data:image/png;base64,${percent(png.replaceAll(/.{8}/g, '$&\r\n'))}`,
    `data:image/png;base64,${png.replaceAll(/.{8}/g, '$&%0A')}`,
    `data:image/png;base64,${percent(url)}`,
    `data:image/png;BASE64,${png}`,
    `DATA:IMAGE/PNG;Base64,${png}`,
    `data:image/png;charset=utf-8;base64,${png}`,
    `data:image/png;name=a.png;charset=binary;base64,${percent(png)}`,
    `data:image/png;name="a b.png";base64,${png}`,
    `data:image/png; charset=utf-8; base64,${png}`,
    `data:image%2Fpng;base64,${png}`,
    `data:;base64,${png}`,
    `data:;charset=utf-8;base64,${percent(png)}`,
    `data:application/octet-stream;base64,${png}`,
    ` \n data:image/png;base64, ${png} \n`,
    `data:image/png;base64,${png.replaceAll('=', '')}`,
    `data:image/png,${bytes}`,
    `data:image/png,${bytes.toUpperCase()}`,
    `data:,${bytes}`,
    percent(png),
    percent(url),
  ];
  for (const data of dataUrls) {
    test(`is shown as a normalized data URL: ${data.slice(0, 50)}`, () => {
      const shown = { kind: 'image', data: `data:image/png;base64,${png}` };
      for (const mimeType of [undefined, 'image/png']) assert.deepEqual(toMediaBlock(mimeType, data), shown);
    });
  }

  test('is decoded like any percent-encoded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'%%%afgAFG019@`\xff') }), (text) => {
        const decoded = text.replaceAll(/%([\da-f]{2})/gi, (_, byte: string) =>
          String.fromCharCode(Number.parseInt(byte, 16)),
        );
        assert.equal(readBinaryContent('image/png', `data:image/png,${text}`)?.base64, btoa(decoded));
      }),
    );
  });

  test('is decoded quickly even if each character is encoded', () => {
    const data = '%41'.repeat(6_000_000);
    const before = process.cpuUsage();
    assert.ok(toMediaBlock('image/png', data));
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 2_000_000, `${user + system} µs`);
  });

  for (const [type, data] of Object.entries(samples)) {
    test(`is recognized by its first bytes: ${type}`, () => {
      for (const mimeType of [undefined, '', 'application/octet-stream', 'image/*']) {
        assert.equal(toMediaBlock(mimeType, data)?.data, `data:${type};base64,${data}`);
      }
    });
  }

  test('is not shown if it can be active or is not valid', () => {
    const svg = base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const all = [
      ...[
        'image/svg+xml',
        'IMAGE/SVG+XML',
        'image/svg+xml; charset=utf-8',
        'image/svg',
        undefined,
        '',
        'image/*',
      ].map((mimeType) => [mimeType, svg] as const),
      [undefined, `data:image/svg+xml;base64,${svg}`],
      ['', `data:image/svg+xml,<svg onload=alert(1)>`],
      ['', 'data:image/svg+xml,%3Csvg%20onload=alert(1)%3E'],
      [undefined, 'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>'],
      [undefined, 'data:image%2Fsvg+xml,%3Csvg/%3E'],
      [undefined, `DATA:IMAGE/SVG+XML;BASE64,${encodeURIComponent(svg)}`],
      ['image/svg+xml', `data:image/png;base64,${png}`],
      [undefined, 'data:,A%20text'],
      [undefined, 'data:text/html,<script>alert(1)</script>'],
      [undefined, 'data:'],
      [undefined, 'data:image/png'],
      [undefined, 'data:image/png,ü€'],
      ['image/png', 'data:image/png;base64,%ZZ'],
      ['image/png', `${png}%`],
      ['text/html', png],
      ['image/png" onerror="x', png],
      ['audio/x"y', png],
      ['image/png', '<svg/>'],
      ['image/png', ''],
      ['image/png', 'a'],
      ['image/png', 'A'.repeat(40_000_000)],
      ['image/png', `${'='.repeat(10_000_000)}A`],
    ] as const;
    for (const [mimeType, data] of all) assert.equal(toMediaBlock(mimeType, data), undefined, mimeType);
  });

  test('is a block of its kind on the page', () => {
    const content = [
      { type: 'image', data: png, mimeType: 'image/PNG; charset=utf-8' },
      { type: 'image', data: png },
      { type: 'resource', resource: { uri: 'a://b', blob: samples['image/jpeg'], mimeType: 'image/jpg' } },
      { type: 'audio', data: samples['audio/wav'], mimeType: 'audio/X-WAV' },
    ];
    const kinds = toResultView('tool', { content }).blocks.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['image', 'image', 'image', 'audio']);
  });
});
