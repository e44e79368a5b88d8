import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { collectIntentIds, parseIntentIds } from '../../../src/intentCategories/intentIds.ts';

const three = ['int_a', 'int_b', 'int_c'];

describe('pasted intent IDs', () => {
  const forms: readonly (readonly [name: string, text: string])[] = [
    ['lines', 'int_a\nint_b\r\nint_c\n'],
    ['commas', 'int_a, int_b,int_c'],
    ['semicolons', 'int_a;int_b; int_c;'],
    ['spaces and tabs', '  int_a int_b\tint_c '],
    ['different separators with spaces', 'int_a,,\n\n ; int_b\t\t\n,int_c'],
    ['a JSON array', '["int_a", "int_b", "int_c"]'],
    ['a JSON array on several lines', '[\n  "int_a",\n  "int_b",\n  "int_c"\n]\n'],
    ['a JSON array of objects', '[{"id": "int_a", "name": "A"}, {"id": "int_b"}, {"intentId": "int_c"}]'],
    ['a JSON object with an array', '{"intentIds": ["int_a", "int_b", "int_c"]}'],
    ['a JSON object on each line', '{"id":"int_a"}\n{"id":"int_b"}\n\n{"id":"int_c"}'],
    ['a part of a JSON array of objects', '{"id": "int_a"},\n  {"id": "int_b"},\r\n{"id": "int_c"}\n]'],
    ['JSON among other lines', '- int_a\n["int_b"]\n[{"id": "int_c", "name": "A name"}];'],
    ['quotation marks', '"int_a", \'int_b\'\n`int_c`'],
    ['JSON that is cut off', '["int_a", "int_b", "int_c",'],
    ['JSON with a trailing comma', '["int_a","int_b","int_c",]'],
    ['a list in Markdown', '- int_a\n* int_b\n• int_c'],
  ];
  for (const [name, text] of forms) {
    test(`as ${name}`, () => {
      assert.deepEqual(parseIntentIds(text), { ids: three, duplicateCount: 0, unreadableCount: 0 });
    });
  }

  test('are returned without duplicates and blank entries, which are counted', () => {
    assert.deepEqual(parseIntentIds('int_a int_b int_a\nint_a'), {
      ids: ['int_a', 'int_b'],
      duplicateCount: 2,
      unreadableCount: 0,
    });
    assert.deepEqual(parseIntentIds('["int_a", "", "  ", "int_a"]'), {
      ids: ['int_a'],
      duplicateCount: 1,
      unreadableCount: 0,
    });
    assert.deepEqual(parseIntentIds('[{"id": "int_a"}, {"name": "B"}, null, true, 7]'), {
      ids: ['int_a', '7'],
      duplicateCount: 0,
      unreadableCount: 3,
    });
  });

  test('can contain spaces and separators in quotation marks', () => {
    assert.deepEqual(parseIntentIds('"int/odd ? # %", "a;b" c').ids, ['int/odd ? # %', 'a;b', 'c']);
    assert.deepEqual(parseIntentIds(String.raw`["a \"b\" \u00e9"]`).ids, ['a "b" é']);
    assert.deepEqual(parseIntentIds(String.raw`"a \"b\"", c`).ids, ['a "b"', 'c']);
  });

  test('are parsed quickly in a long text of brackets or separators', () => {
    const size = 300_000;
    assert.deepEqual(parseIntentIds(`[a${','.repeat(size)}b]`).ids, ['a', 'b']);
    assert.deepEqual(parseIntentIds(`${'['.repeat(size)}a`).ids, ['a']);
  });

  test('can be missing', () => {
    for (const text of ['', ' \n\t', ',;,', '[]', '{}', '""', '[""]', '- \n- ']) {
      assert.deepEqual(parseIntentIds(text).ids, [], text);
    }
    assert.deepEqual(collectIntentIds({ intents: [{ intentId: 'a' }, { intentIds: ['b', 'c'] }] }).ids, [
      'a',
      'b',
      'c',
    ]);
    assert.deepEqual(collectIntentIds(undefined).ids, []);
    assert.deepEqual(collectIntentIds(['a', 3, null, 'a']), {
      ids: ['a', '3'],
      duplicateCount: 1,
      unreadableCount: 1,
    });
  });

  test('are the same in each format, even 10,000 of them', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_./?#%-]{2,12}$/);
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 50 }), (ids) => {
        for (const text of [ids.join('\n'), ids.join(' , '), ids.join(';'), JSON.stringify(ids)]) {
          assert.deepEqual(parseIntentIds(text).ids, ids);
        }
      }),
    );
    const many = Array.from({ length: 10_000 }, (_, index) => `int_${index}`);
    assert.deepEqual(parseIntentIds(many.join('\r\n')).ids, many);
  });
});
