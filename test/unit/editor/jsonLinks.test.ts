import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findJsonLinks } from '../../../src/editor/webview/jsonLinks.ts';

test('URLs in the source of a JSON string are links to the decoded URL', () => {
  const find = (source: string) =>
    findJsonLinks(source).map(({ start, end, url }) => [source.slice(start, end), url]);
  assert.deepEqual(find('"https://example.com/a"'), [['https://example.com/a', 'https://example.com/a']]);
  assert.deepEqual(find('"See https://example.com/a, or http://b.example."'), [
    ['https://example.com/a', 'https://example.com/a'],
    ['http://b.example', 'http://b.example'],
  ]);
  const escaped = String.raw`https:\/\/example.com\/?a=1\u0026b=2`;
  assert.deepEqual(find(`"${escaped}\\nnext"`), [[escaped, 'https://example.com/?a=1&b=2']]);
  assert.deepEqual(find(String.raw`"{\"url\": \"https://example.com/a\"}"`), [
    ['https://example.com/a', 'https://example.com/a'],
  ]);
});

test('other schemes, and URLs with invisible characters, are no links', () => {
  for (const source of [
    ...['"command:a.b"', '"file:///etc/hosts"', '"javascript:alert(1)"', '"vscode://a.b/c"', '"https"'],
    ...['"https://exam\u202eple.com"', String.raw`"https://exam\u202eple.com"`, `"${'x'.repeat(300_000)}"`],
  ])
    assert.deepEqual(findJsonLinks(source), [], source.slice(0, 40));
});
