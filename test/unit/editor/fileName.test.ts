import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { getFileName, toSafeFileName } from '../../../src/editor/fileName.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

describe('the name of a file that is written', () => {
  test('keeps what every system takes, in any script', () => {
    assert.equal(toSafeFileName(['My project', 'Prod/EU: 1', undefined, '']), 'My-project-Prod-EU-1');
    assert.equal(toSafeFileName(['हिन्दी', 'été']), 'हिन्दी-été');
    assert.equal(toSafeFileName(['../..', '…']), '');
    assert.equal(toSafeFileName(['CON.d']), '_CON.d');
  });

  test('hides nothing and leads nowhere, whatever the names', () => {
    const anyName = fc.string({ unit: unicodeCharacter, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 2 }), (names) => {
        const name = toSafeFileName(names);
        assert.doesNotMatch(name, /[<>:"/\\|?*\s\p{Cc}\p{Cf}]|^[.-]|[.-]$/u);
        assert.ok(name.length <= 210);
        assert.doesNotThrow(() => encodeURIComponent(name));
      }),
    );
  });

  test('is the last part of a path', () => {
    assert.equal(getFileName({ path: '/a/b.c' }), 'b.c');
    assert.equal(getFileName({ path: 'b.c' }), 'b.c');
  });
});
