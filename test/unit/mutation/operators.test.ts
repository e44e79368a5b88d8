import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMutants } from '../../mutation/mutants.ts';

const changes = (text: string): readonly string[] =>
  findMutants('src/a.ts', text).map(({ original, mutated }) => `${original} → ${mutated}`);

describe('a mutant changes', () => {
  test('bounds, signs, and logical operators', () => {
    assert.deepEqual(changes('x = a < b && c >= d;'), [
      'a < b && c >= d → (a < b) || (c >= d)',
      'a < b → a <= b',
      'c >= d → c > d',
    ]);
    assert.deepEqual(changes('x = (a + b) * c;'), ['(a + b) * c → (a + b) / c', 'a + b → a - b']);
    assert.deepEqual(changes('x = a ?? b;'), ['a ?? b → a']);
    assert.deepEqual(changes('x = !a;'), ['!a → a']);
    assert.deepEqual(changes('x = a === 1;'), ['a === 1 → a !== 1', '1 → 2']);
  });

  test('single conditions, and early exits', () => {
    assert.deepEqual(changes('if (a) b();'), ['a → !(a)']);
    assert.deepEqual(changes('x = a.b() ? c : d;'), ['a.b() → !(a.b())']);
    assert.deepEqual(changes('function f() { if (a) return; b(); }'), ['a → false']);
    assert.deepEqual(changes('for (const a of b) { if (!a) { c(); continue; } }'), ['!a → false', '!a → a']);
  });

  test('returned values, and compared strings', () => {
    assert.deepEqual(changes('const f = () => true;'), ['true → false']);
    assert.deepEqual(changes("x = a === 'b';"), ["a === 'b' → a !== 'b'", "'b' → ''"]);
    assert.deepEqual(changes("x = a.startsWith('b');"), ["'b' → ''"]);
  });

  test('methods, which are removed or replaced', () => {
    assert.deepEqual(changes('x = a.filter(b).toSorted();'), [
      'a.filter(b).toSorted() → a.filter(b)',
      'a.filter(b) → a',
    ]);
    assert.deepEqual(changes('x = (a ?? b).trim();'), ['(a ?? b).trim() → (a ?? b)', 'a ?? b → a']);
    assert.deepEqual(changes('x = a.some(b);'), ['a.some(b) → a.every(b)']);
    assert.deepEqual(changes('x = a.toString();'), []);
  });

  test('no displayed texts, and no types', () => {
    assert.deepEqual(changes("x = f('b', { c: 2, d: true });"), []);
    assert.deepEqual(changes("x = 'a' + b + `c`;"), []);
    assert.deepEqual(changes("import type { A } from 'a'; type B = A extends 1 ? 2 : 3;"), []);
    assert.deepEqual(changes('const a = (b as C<1>) satisfies D;'), []);
  });
});
