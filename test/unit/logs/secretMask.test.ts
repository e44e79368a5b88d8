import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createSecretMask } from '../../../src/logs/export/secretMask.ts';
import { characters, secretNames, secretTexts } from '../../kit/secretTexts.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const mask = createSecretMask();

describe('masking', () => {
  for (const [shape, secrets] of Object.entries(secretTexts)) {
    test(`masks the secret: ${shape}`, () => {
      fc.assert(
        fc.property(
          secrets,
          fc.constantFrom('', 'at ', 'a: '),
          fc.constantFrom('', ' ok', '\nok'),
          (one, before, after) => {
            const result = mask(before + one.text + after);
            assert.ok(!result.includes(one.secret), result);
            assert.ok(result.startsWith(before) && (after === ' ok' || result.endsWith(after)), result);
            assert.ok(result.includes('•••'));
            assert.equal(mask(result), result, 'a second time changes nothing');
          },
        ),
      );
    });
  }

  for (const line of [
    'Session 4f2a9c1b-77aa-4a2b-9a53-0f3a7c2e9d11 started',
    'commit 8b187c837ebfa75c2722cc17c11880f872d27f6a, sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'integrity sha512-3oSeUO0TMV67hN1AmXsK4+eqY7tWSeVLLCZvRlM/ISVxn0jRbUTCFBJdCFL2iVWPTrEC5sLTTtUnOYcQVb2wMw==',
    'GET https://api.example.com:8080/v1/projects?limit=100&page=2 200 in 31 ms',
    '/usr/lib/node_modules/sk-learn/index.js:12:5',
    'at Object.<anonymous> (file:///app/src/token.ts:10:15)',
    'SyntaxError: Unexpected token } in JSON at position 31',
    'Invalid token: expired',
    'password: required',
    'Missing bearer token. Bearer authentication is required.',
    'WWW-Authenticate: Bearer error="invalid_token", resource_metadata="https://a.example/.well-known/x"',
    'Basic authentication, Basic configuration4',
    'Authorization: required for this endpoint',
    'max_tokens=4096 total_tokens: 12345678 tokens=100000',
    'first token: 1234.5ms, cost per token: 0.00012, token=4096',
    '{"_meta":{"progressToken":"abc123def456"},"nextToken":"p2-8fd0a1","token":null,"secret":true}',
    'PWD=/home/user/app2 OLDPWD=/home/user/x1',
    'Cookie: none; secret: n/a',
    'npm_package_name npm_config_registry hf_hub',
    'className="sk-loading-indicator-wrapper sk-skeleton-item-3"',
    'eyJust a word.with.dots',
    'mailto:a@b.example, http://localhost:3000/@fs/x@1.2.3',
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","arguments":{"query":"cookies"}}}',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  ]) {
    test(`changes nothing: ${line.slice(0, 60)}`, () => {
      assert.equal(mask(line), line);
    });
  }

  test('keeps IDs and hashes', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.string({ unit: characters('0123456789abcdef'), minLength: 7, maxLength: 64 }),
        (id, hash) => {
          const line = `request ${id} of ${hash} at /srv/${hash}/${id}.js`;
          assert.equal(mask(line), line);
        },
      ),
    );
  });

  test('keeps the text around a secret', () => {
    assert.equal(
      mask('POST /a?token=abc123&x=1 Authorization: Bearer abc.def-1 from 10.0.0.1'),
      'POST /a?token=•••&x=1 Authorization: Bearer ••• from 10.0.0.1',
    );
    assert.equal(
      mask('{"token":"abc\\"d","n":{"password":12345}}'),
      '{"token":"•••","n":{"password":"•••"}}',
    );
    const inner = (token: string) => JSON.stringify({ body: JSON.stringify({ token, n: 1 }) });
    assert.equal(mask(inner('abc"d\\')), inner('•••'));
    assert.equal(mask('postgres://app:s3@db/x'), 'postgres://app:•••@db/x');
  });

  test('masks Basic credentials at the end of a sentence', () => {
    for (const credentials of ['user:pa55word', 'u:1234567', 'me:12345678']) {
      const encoded = Buffer.from(credentials).toString('base64');
      for (const end of ['', '.', '...', '-'])
        assert.ok(!mask(`Rejected: Basic ${encoded}${end}`).includes(encoded), `${encoded}${end}`);
    }
  });

  test('keeps JSON valid, and JSON within JSON', () => {
    const value = fc.oneof(
      fc.string({ unit: unicodeCharacter }),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...secretNames), value, fc.string(), (name, secret, other) => {
        const inner = JSON.stringify({ [name]: secret, other, list: [{ [name]: [secret, secret] }] });
        assert.equal(typeof JSON.parse(mask(inner)), 'object');
        const outer: unknown = JSON.parse(mask(JSON.stringify({ inner })));
        assert.equal(typeof outer, 'object');
      }),
      { numRuns: 500 },
    );
  });

  test('masks known secrets everywhere', () => {
    assert.equal(createSecretMask(['plain words', 'abc'])('so plain words, abc'), 'so •••, abc');
    assert.equal(
      createSecretMask(['a "b"\n/c'])('{"said":"a \\"b\\"\\n/c"} ?q=a%20%22b%22%0A%2Fc&x=1'),
      '{"said":"•••"} ?q=•••&x=1',
    );
  });

  test('masks keys with known prefixes within a sentence', () => {
    for (const key of [
      'ak_live_9f8e7d6c5b4a3210',
      'ak_4f9a8b7c6d5e',
      'sk-abcdefghijklmnopqrst',
      'sk-test-key-1234',
    ]) {
      assert.equal(mask(`It was refused with ${key} today.`), 'It was refused with ••• today.');
    }
  });

  test('takes linear time', () => {
    const pieces = [
      'a',
      ' ',
      '.',
      '-',
      '\\',
      '"',
      'Aa',
      'eyJ',
      'eyJa.',
      'sk-',
      'sk-a1',
      '://',
      '://a:',
      '://a:b@',
      'Bearer ',
      'Basic a',
      'token',
      'token:',
      'token="',
      'token:["',
      'token:["a",',
      '"token":',
      'token\\":\\"',
      'authorization: a ',
      'authorization:',
      'authorization: a=b,',
      'cookie:',
      'cookie: a',
      'cookie: a=b;',
      '-----BEGIN PRIVATE KEY-----',
      'AKIA',
      'token \t ',
    ];
    for (const piece of pieces) {
      for (const start of ['', 'token=', 'authorization: x ', 'cookie: a=', 'Bearer ']) {
        const text = start + piece.repeat(Math.ceil(300_000 / piece.length));
        const begun = performance.now();
        mask(text);
        // In proportion it is some milliseconds; with the square of the length, minutes.
        assert.ok(performance.now() - begun < 3000, `${start}${piece}…`);
      }
    }
  });
});
