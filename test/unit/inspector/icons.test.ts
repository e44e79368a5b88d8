import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { listIconUrls, maxIconLength, selectIcon } from '../../../src/inspector/icons.ts';
import { groupItems } from '../../../src/inspector/inspectorItems.ts';
import { lintPrompt, lintResource } from '../../../src/inspector/lint/lintResourceOrPrompt.ts';
import { lintTool } from '../../../src/inspector/lint/lintTool.ts';
import { toListsView } from '../../../src/inspector/listsView.ts';
import { iconSchema } from '../../../src/inspector/pageSchemas.ts';
import { skyPng } from '../../service/mcp/media.ts';
import { startInspected } from './inspected.ts';

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const pictures = {
  'image/png': skyPng,
  'image/jpeg': base64('\xff\xd8\xff\xe0\0\x10JFIF'),
  'image/gif': base64('GIF89a\x01\0'),
  'image/webp': base64('RIFF\x10\0\0\0WEBPVP8 '),
};
const svg = base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const png = `data:image/png;base64,${skyPng}`;
/** Another one, which differs at its end. */
const pngOf = (name: string) => `data:image/png;base64,${base64(`\x89PNG\r\n\x1a\n${name}`)}`;

describe('an icon', () => {
  for (const [type, data] of Object.entries(pictures)) {
    test(`is shown as ${type}, whatever its declared type`, () => {
      const shown = { light: `data:${type};base64,${data}` };
      const lines = data.replaceAll(/.{8}/g, '$&\n');
      for (const src of [shown.light, `data:;base64,${data}`, `DATA:image/svg+xml;base64,${lines}`]) {
        assert.deepEqual(selectIcon([{ src }]), shown, src);
      }
    });
  }

  for (const src of [
    // Never loaded.
    'https://weather.example.com/icon.png',
    'http://127.0.0.1/icon.png',
    '//weather.example.com/icon.png',
    'file:///etc/icon.png',
    'javascript:alert(1)',
    // Never shown.
    `data:image/svg+xml;base64,${svg}`,
    `data:image/png;base64,${svg}`,
    `data:text/html;base64,${base64('<script>alert(1)</script>')}`,
    `data:image/svg+xml,<svg onload=alert(1)>`,
    `data:image/bmp;base64,${base64('BM\x10\0\0\0\0\0\0\0')}`,
    'data:image/png;base64,',
    'data:,',
    `data:image/png;base64,${base64(`\x89PNG\r\n\x1a\n${'x'.repeat(maxIconLength)}`)}`,
  ]) {
    test(`isn't shown: ${src.slice(0, 50)}`, () => assert.equal(selectIcon([{ src }]), undefined));
  }

  const sized = (name: string, sizes?: unknown, theme?: unknown) => ({ src: pngOf(name), sizes, theme });
  for (const [title, icons, light, dark] of [
    ['the one for the theme', [sized('d', ['32x32'], 'dark'), sized('l', ['32x32'], 'light')], 'l', 'd'],
    ['one for all themes before the one for the other', [sized('d', [], 'dark'), sized('a')], 'a', 'd'],
    ['the only one for both', [sized('d', [], 'dark')], 'd', undefined],
    [
      'the smallest that is large enough',
      [sized('h', ['512x512']), sized('a', ['48x48']), sized('s', ['16x16'])],
      'a',
      undefined,
    ],
    ['the largest of those that are too small', [sized('s', ['8x8']), sized('a', ['16x16'])], 'a', undefined],
    ['the first of those without sizes', [sized('a'), sized('b')], 'a', undefined],
    ['one with sizes as a text', [sized('s', '16x16'), sized('a', '16x16 48x48')], 'a', undefined],
    [
      'one after others that are none',
      [null, 5, {}, { src: 5 }, { src: 'https://a.example/i.png' }, sized('a')],
      'a',
      undefined,
    ],
  ] as const) {
    test(`is ${title}`, () => {
      assert.deepEqual(selectIcon(icons), { light: pngOf(light), ...(dark && { dark: pngOf(dark) }) });
    });
  }

  test('is valid for the page, whatever the server sends', () => {
    const icon = fc.record(
      {
        src: fc.oneof(
          fc.constantFrom(png, 'data:image/png;base64,iVBORw0KGgo=!'),
          fc.string(),
          fc.anything(),
        ),
        sizes: fc.anything(),
        theme: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.oneof(icon, fc.anything())), fc.anything()), (icons) => {
        const shown = selectIcon(icons);
        if (shown) assert.ok(iconSchema.safeParse(shown).success);
        listIconUrls(icons);
        for (const faultsOf of [lintTool, lintPrompt, lintResource]) faultsOf({ name: 'a', icons });
      }),
    );
  });
});

describe('invalid icons', () => {
  const rules = (icons: unknown) =>
    lintTool({ name: 'a', icons })
      .filter(({ rule, path = '' }) => rule.startsWith('icon') || path.startsWith('/icons'))
      .map(({ rule, path }) => `${rule} ${path}`);
  for (const [icons, found] of [
    [[{ src: png, mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' }], []],
    [[{ src: 'https://weather.example.com/icon.svg' }], []],
    [[{ src: `data:image/svg+xml;base64,${svg}` }], []],
    [null, ['field-type /icons']],
    [{ src: png }, ['field-type /icons']],
    [['https://a.example/icon.png'], ['field-type /icons/0']],
    [[{}], ['field-type /icons/0/src']],
    [[{ src: null }], ['field-type /icons/0/src']],
    [[{ src: png, sizes: '48x48' }], ['field-type /icons/0/sizes']],
    [[{ src: png, sizes: [48] }], ['field-type /icons/0/sizes/0']],
    [[{ src: png, sizes: ['48'] }], ['icon-size /icons/0/sizes']],
    [[{ src: png, theme: 'blue' }], ['icon-theme /icons/0/theme']],
    [[{ src: 'http://a.example/i.png' }], ['icon-url /icons/0/src']],
    [[{ src: png }, { src: 'icons/a.png' }], ['icon-url /icons/1/src']],
    [[{ src: 'javascript:alert(1)' }], ['icon-url /icons/0/src']],
    [[{ src: 'data:image/svg+xml,<svg/>' }], []],
    [[{ src: 'data:image/png;base64,#' }], ['icon-data /icons/0/src']],
    [[{ src: `data:image/png;base64,${svg}` }], ['icon-format /icons/0/src']],
    [[{ src: `data:image/png;base64,${'A'.repeat(maxIconLength)}` }], ['icon-large /icons/0/src']],
  ] as const) {
    test(`are reported: ${JSON.stringify(icons).slice(0, 60)}`, () => assert.deepEqual(rules(icons), found));
  }

  test('hide neither the item nor its other icons', () => {
    const none = { items: [] };
    const tool = { name: 'a', icons: [{ src: 5 }, { src: png }, null] };
    const lists = { tool: { items: [tool] }, resource: none, template: none, prompt: none };
    const [item] = groupItems(lists)[0]?.items ?? [];
    assert.equal(item?.name, 'a');
    assert.deepEqual(item?.icon, { light: png });
  });

  test('are reported for resources and prompts as well', () => {
    const icons = [{ src: 'ftp://a.example/i.png' }];
    for (const faultsOf of [lintResource, lintPrompt]) {
      assert.ok(faultsOf({ name: 'a', icons }).some(({ rule }) => rule === 'icon-url'));
    }
  });
});

test('the icons of a server and its tools are shown, and the URLs of other icons are listed', async (t) => {
  const { session } = await startInspected(t);
  const made = session();
  await made.connect();
  const { icon, groups, lintIssues } = toListsView(made.state.lists, made.state.connection);
  assert.deepEqual(icon, { light: png });
  assert.ok(!lintIssues.some(({ rule }) => rule.startsWith('icon')));
  const tool = groups[0]?.items.find(({ name }) => name === 'list_cities');
  assert.deepEqual(tool?.icon, { light: png });
  assert.deepEqual(
    tool?.facts.find(({ label }) => label === 'Icon'),
    {
      label: 'Icon',
      value: 'https://weather.example.com/cities.svg',
    },
  );
});

test('the icons of many items are within the size limit of the page', () => {
  const icons = [{ src: `data:image/png;base64,${base64(`\x89PNG\r\n\x1a\n${'x'.repeat(60_000)}`)}` }];
  const none = { items: [] };
  const items = Array.from({ length: 60 }, (_, at) => ({ name: `tool ${at}`, icons }));
  const { groups } = toListsView(
    { tool: { items }, resource: none, template: none, prompt: none },
    undefined,
  );
  const shown = groups[0]?.items ?? [];
  assert.equal(shown.length, 60);
  const size = shown.reduce((sum, { icon }) => sum + (icon?.light.length ?? 0), 0);
  assert.ok(size > 1_000_000 && size <= 2_000_000);
});
