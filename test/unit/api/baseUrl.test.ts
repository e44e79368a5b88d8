import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BaseUrlRule, parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { createClient } from '../../../src/api/client.ts';

const taken: readonly [string, string][] = [
  ['https://api.example', 'https://api.example'],
  ['  https://api.example/  ', 'https://api.example'],
  ['https://API.example:443///', 'https://api.example'],
  ['https://api.example/v1', 'https://api.example'],
  ['https://api.example/v1/', 'https://api.example'],
  ['https://api.example/mcp/v1//', 'https://api.example/mcp'],
  ['https://api.example/v1beta', 'https://api.example/v1beta'],
  ['https://api.example/a/b/', 'https://api.example/a/b'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://127.9.8.7', 'http://127.9.8.7'],
  ['http://[::1]:80/x', 'http://[::1]/x'],
];

const refused: readonly [string, BaseUrlRule][] = [
  ['', 'empty'],
  [' \t', 'empty'],
  ['api.example', 'notUrl'],
  ['https://', 'notUrl'],
  ['https://api.exa\nmple', 'notUrl'],
  ['https://api.example/a b', 'notUrl'],
  ['localhost:3000', 'scheme'],
  ['ftp://api.example', 'scheme'],
  ['file:///etc', 'scheme'],
  ['http://api.example', 'insecure'],
  ['http://127.0.0.1.example', 'insecure'],
  ['http://localhost.example', 'insecure'],
  ['http://[::2]', 'insecure'],
  ['https://user:pw@api.example', 'credentials'],
  ['https://user@api.example', 'credentials'],
  ['http://user:pw@localhost', 'credentials'],
  ['https://api.example?x=1', 'query'],
  ['https://api.example/#x', 'fragment'],
];

describe('parseBaseUrl', () => {
  for (const [text, url] of taken) {
    test(`takes ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: true, url, origin: new URL(url).origin });
      assert.deepEqual(parseBaseUrl(url), parseBaseUrl(text), 'taken again, it stays the same');
    });
  }

  for (const [text, rule] of refused) {
    test(`refuses ${JSON.stringify(text)}: ${rule}`, () => {
      assert.deepEqual(parseBaseUrl(text), { ok: false, rule });
      assert.throws(() => createClient({ baseUrl: text, getToken: async () => 'x' }), TypeError);
    });
  }
});
