import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { normalizeTypedUrl } from '../../../src/editor/normalizeTypedUrl.ts';
import { webUrl } from '../../kit/webUrl.ts';

describe('an address that a person types', () => {
  const taken: readonly [string, string][] = [
    ['api.example.com', 'https://api.example.com'],
    [' api.example.com/v1 ', 'https://api.example.com/v1'],
    ['api.example.com:8443/v1?x=1#y', 'https://api.example.com:8443/v1?x=1#y'],
    ['localhost', 'https://localhost'],
    ['localhost:3000', 'https://localhost:3000'],
    ['devbox:8443', 'https://devbox:8443'],
    ['127.0.0.1:3000/x', 'https://127.0.0.1:3000/x'],
    ['[::1]:3000', 'https://[::1]:3000'],
    ['//api.example.com', 'https://api.example.com'],
    ['bücher.example', 'https://bücher.example'],
    // Kept for the validation, which rejects credentials.
    ['me@api.example.com', 'https://me@api.example.com'],
    ['me:word@api.example.com/v1', 'https://me:word@api.example.com/v1'],
  ];
  for (const [typed, address] of taken) {
    test(`${typed} is meant with https`, () => assert.equal(normalizeTypedUrl(typed), address));
  }

  const left = [
    ...['https://api.example.com', 'HTTP://localhost:3000', 'ftp://api.example.com', 'file:///etc'],
    ...[
      'javascript:alert(1)',
      'mailto:me@example.com',
      'data:text/plain,x',
      'https:api.example.com',
      'C:\\x',
    ],
    ...[
      '',
      'api',
      'owner/name',
      'a word.b',
      '...',
      '/path',
      '?x',
      'api.example.com\\x',
      'api.example.com:port',
    ],
  ];
  for (const typed of left) {
    test(`${JSON.stringify(typed)} stands as it is`, () => assert.equal(normalizeTypedUrl(typed), typed));
  }

  test('never gets another scheme than https, nor one when it has one', () => {
    fc.assert(
      fc.property(fc.oneof(webUrl, fc.domain(), fc.string()), (typed) => {
        const address = normalizeTypedUrl(typed);
        if (address === typed.trim()) return;
        assert.ok(address.startsWith('https://'));
        assert.ok(!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed.trim()));
        assert.equal(normalizeTypedUrl(address), address);
      }),
    );
  });

  test('as a base URL keeps its rules', () => {
    const parsed = (typed: string) => parseBaseUrl(normalizeTypedUrl(typed));
    assert.deepEqual(parsed('api.example.com/v1/'), {
      ok: true,
      url: 'https://api.example.com',
      origin: 'https://api.example.com',
    });
    assert.deepEqual(parsed('javascript:alert(1)'), { ok: false, rule: 'scheme' });
    assert.deepEqual(parsed('ftp://api.example.com'), { ok: false, rule: 'scheme' });
    assert.deepEqual(parsed('http://api.example.com'), { ok: false, rule: 'insecure' });
    assert.deepEqual(parsed('me:word@api.example.com'), { ok: false, rule: 'credentials' });
    assert.deepEqual(parsed('api'), { ok: false, rule: 'notUrl' });
  });
});
