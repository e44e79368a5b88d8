import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { maskSecrets } from '../../../src/inspector/maskSecrets.ts';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('a masked text', () => {
  test('contains no part of a secret that is a secret itself', () => {
    for (const [secret, text, shown] of [
      ['Bearer abcd-1234', 'got abcd-1234', 'got •••'],
      ['Bearer abcd-1234', 'got "Bearer abcd-1234"', 'got "•••"'],
      ['bearer  abcd-1234 ', 'got abcd-1234', 'got •••'],
      ['token ghx_1234', 'ghx_1234', '•••'],
      [basic('ada:lovelace'), 'ada:lovelace', '•••'],
      [basic('ada:lovelace'), 'the password lovelace is wrong', 'the password ••• is wrong'],
      [basic('admin@example.com:pässwörd'), 'pässwörd of admin@example.com', '••• of •••'],
      [basic('ada:lovelace'), basic('ada:lovelace').slice(6), '•••'],
      ['basic YWRhOmxvdmVsYWNl', 'lovelace', '•••'],
      ['Basic not base64 at all!', 'not base64 at all!', '•••'],
      [
        'Digest username="ada", response="6629fae49393a05397450978507c4ef1"',
        'no 6629fae49393a05397450978507c4ef1',
        'no •••',
      ],
      ['session=0123456789abcdef; theme=dark', 'dark 0123456789abcdef', 'dark •••'],
      ['postgres://ada:lovelace@db.example.com/x', 'FATAL: lovelace', 'FATAL: •••'],
      ['Bearer a"b\\c', '{"was":"a\\"b\\\\c"}', '{"was":"•••"}'],
      ['Bearer a+b/c=', '?token=a%2Bb%2Fc%3D', '?token=•••'],
      ['Bearer a+b/c=', '?token=a%2bb%2fc%3d', '?token=•••'],
      ['Bearer a+b/c=', '{"was":"a+b\\/c="}', '{"was":"•••"}'],
      ['Bearer pässwörd', '{"was":"p\\u00e4ssw\\u00f6rd"}', '{"was":"•••"}'],
      ['a key (of mine)', '?key=a+key+%28of+mine%29', '?key=•••'],
    ] as const) {
      assert.equal(maskSecrets(text, [secret]), shown);
    }
  });

  test('keeps words that are equal to short parts of a secret', () => {
    assert.equal(maskSecrets('a cat of Bearer', ['Bearer cat']), 'a cat of Bearer');
    assert.equal(maskSecrets('the user', [basic('us:er')]), 'the user');
    assert.equal(maskSecrets('text', ['', ' ']), 'text');
  });

  test('never contains the credentials, whatever they are', () => {
    const token = fc.string({ minLength: 4, unit: fc.constantFrom(...'abcXYZ019-._~+/=') });
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
        assert.equal(maskSecrets(`${before}${secret}${after}`, [`Bearer ${secret}`]).includes(secret), false);
        assert.equal(
          maskSecrets(`${before} ${secret}`, [basic(`someone:${secret}`)]).includes(secret),
          false,
        );
      }),
    );
  });
});
