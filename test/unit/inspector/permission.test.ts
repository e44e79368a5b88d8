// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the editor are written so.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ProcessEntry, UrlEntry } from '../../../src/inspector/workspace/mcpFile.ts';
import {
  createConnectPermission,
  createStartPermission,
  formatPermissionDialog,
  formatPermissionDocument,
  formatPermissionExcerpt,
} from '../../../src/inspector/workspace/permission.ts';

const entry: UrlEntry = {
  kind: 'url',
  name: 'sample',
  url: 'https://${env:HOST}/mcp?key=${input:key}',
  headers: { 'X-Key': '${env:AWS_SECRET_ACCESS_KEY}', Accept: 'a' },
};
const server = { storageUrl: 'https://evil.example/mcp', displayUrl: 'https://evil.example/mcp' };
const connect = (more: Partial<UrlEntry> = {}, at = server) =>
  createConnectPermission({ ...entry, ...more }, at, 'app/.vscode/mcp.json');
const start = (more: Partial<ProcessEntry>) =>
  createStartPermission(
    {
      kind: 'process',
      name: 'sample',
      command: 'node',
      args: [],
      env: {},
      envFile: undefined,
      cwd: undefined,
      ...more,
    },
    '/work',
    'app/.vscode/mcp.json',
  );
const hashed = ({ coveredValues }: { readonly coveredValues: unknown }) => JSON.stringify(coveredValues);

describe('the question before a server receives values', () => {
  test('contains the real host, the headers, and the variables, but no values', () => {
    const { question, acceptLabel } = connect();
    assert.deepEqual(
      [question, acceptLabel],
      ['Connect to the server "sample" defined in app/.vscode/mcp.json?', 'Connect'],
    );
    assert.equal(
      formatPermissionDialog(connect()),
      [
        'URL: https://evil.example/mcp',
        'Headers: X-Key, Accept',
        'Values from your environment variables: HOST, AWS_SECRET_ACCESS_KEY',
        'Values that you enter: key',
        "The server evil.example receives these values. You'll be asked again if any of these details change.",
      ].join('\n\n'),
    );
  });

  test('is asked again if a detail changes', () => {
    const before = hashed(connect());
    assert.equal(
      hashed(connect({ headers: { Accept: 'a', 'X-Key': '${env:AWS_SECRET_ACCESS_KEY}' } })),
      before,
    );
    for (const after of [
      connect({ url: `${entry.url}&more=\${env:PATH}` }),
      connect({ headers: { ...entry.headers, 'X-More': '${env:PATH}' } }),
      connect({ headers: { ...entry.headers, 'X-Key': '${env:OTHER}' } }),
      connect({}, { ...server, storageUrl: 'https://other.example/mcp' }),
      connect({}, { ...server, storageUrl: 'https://evil.example/other' }),
    ]) {
      assert.notEqual(hashed(after), before);
    }
  });
});

describe('a question that is too long for a dialog', () => {
  test('shows both ends, and is complete in a document', () => {
    for (const more of [
      { args: ['x'.repeat(1600), 'rm -rf /'] },
      { args: [`${' '.repeat(3000)}; evil`] },
      { args: Array.from({ length: 900 }, (_, at) => `a${at}`) },
      { env: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`NAME_${at}`, '1'])) },
      { envFile: `/work/${'deep/'.repeat(400)}.env` },
    ]) {
      const permission = start(more);
      assert.equal(formatPermissionDialog(permission), undefined);
      const all = formatPermissionDocument(permission);
      for (const paragraph of permission.paragraphs) {
        assert.ok(all.replaceAll('\n', '').includes(paragraph));
        assert.ok(formatPermissionExcerpt(permission).includes(paragraph.slice(0, 100)));
        assert.ok(formatPermissionExcerpt(permission).includes(paragraph.slice(-100)));
      }
      assert.ok(formatPermissionExcerpt(permission).length < 5000);
    }
  });

  test('has wrapped lines without lost text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 20 }), (args) => {
        const permission = start({ args });
        const all = formatPermissionDocument(permission);
        assert.ok(all.split('\n').every((line) => [...line].length <= 100));
        for (const one of permission.paragraphs) assert.ok(all.replaceAll('\n', '').includes(one));
      }),
    );
  });

  test('shows invisible characters as visible signs', () => {
    const text = formatPermissionDialog(start({ args: ['a\u202eb', 'c\nd', 'e\u00a0f'] })) ?? '';
    assert.match(text, /a\[U\+202E\]b/);
    assert.match(text, /e\[U\+00A0\]f/);
    assert.match(text, /c\\nd/);
  });
});
