import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  chooseVariant,
  createVariantTitles,
  restoreValue,
} from '../../../../src/inspector/form/chooseVariant.ts';
import { createFormField } from '../../../../src/inspector/form/createFormField.ts';
import { addItem, moveItem, removeAt, setAt } from '../../../../src/inspector/form/editValue.ts';
import {
  type FieldDrafts,
  findDraftIssues,
  getDraft,
  indexAfterMove,
  indexAfterRemoval,
  moveItemDrafts,
  parseNumberInput,
  withDraft,
  withoutDrafts,
} from '../../../../src/inspector/form/fieldDraft.ts';
import { formTexts } from '../../../../src/inspector/form/formTexts.ts';
import { getValueAtPath } from '../../../../src/inspector/schema/pointer.ts';

const strings = formTexts();

describe('an edit of a value', () => {
  const value = { a: [1, 2, 3], b: { c: 'x' }, d: null };

  test('changes the value at a path, and shares the other parts', () => {
    const next = setAt(value, ['b', 'c'], 'y');
    assert.deepEqual(next, { a: [1, 2, 3], b: { c: 'y' }, d: null });
    assert.equal((next as typeof value).a, value.a);
    assert.deepEqual(value.b, { c: 'x' });
  });

  test('adds, moves, and removes items', () => {
    assert.deepEqual(addItem(value, ['a'], 4), { ...value, a: [1, 2, 3, 4] });
    assert.deepEqual(moveItem(value, ['a'], 0, 2), { ...value, a: [2, 3, 1] });
    assert.deepEqual(removeAt(value, ['a', 1]), { ...value, a: [1, 3] });
    assert.equal(moveItem(value, ['a'], 0, 3), value);
    assert.equal(addItem(value, ['b'], 4), value);
  });

  test('removes properties', () => {
    assert.deepEqual(Object.keys(removeAt(value, ['b']) as object), ['a', 'd']);
    assert.equal(removeAt(value, ['none', 'x']), value);
  });

  test('treats __proto__ as an ordinary name', () => {
    const next = setAt({}, ['__proto__', 'x'], 1);
    assert.equal(JSON.stringify(next), '{"__proto__":{"x":1}}');
    assert.equal(Object.getPrototypeOf(next), Object.prototype);
    assert.equal(JSON.stringify(removeAt(next, ['__proto__'])), '{}');
    assert.equal(getValueAtPath(next, ['toString']), undefined);
  });
});

describe('a draft', () => {
  test('is stored by path, until it is empty', () => {
    const drafts = withDraft({}, ['a/b', 0], { numberText: '1.' });
    assert.deepEqual(getDraft(drafts, ['a/b', 0]), { numberText: '1.' });
    assert.deepEqual(getDraft(drafts, ['a', 'b', 0]), {});
    assert.deepEqual(withDraft(drafts, ['a/b', 0], {}), {});
    assert.deepEqual(getDraft({}, ['__proto__']), {});
  });

  test('moves with its item', () => {
    const drafts: FieldDrafts = {
      '/a/0/x': { jsonText: '0' },
      '/a/1': { jsonText: '1' },
      '/a/2': { jsonText: '2' },
      '/ab/1': { jsonText: '-' },
    };
    assert.deepEqual(moveItemDrafts(drafts, ['a'], indexAfterRemoval(1)), {
      '/a/0/x': { jsonText: '0' },
      '/a/1': { jsonText: '2' },
      '/ab/1': { jsonText: '-' },
    });
    assert.deepEqual(moveItemDrafts(drafts, ['a'], indexAfterMove(0, 2)), {
      '/a/2/x': { jsonText: '0' },
      '/a/0': { jsonText: '1' },
      '/a/1': { jsonText: '2' },
      '/ab/1': { jsonText: '-' },
    });
    assert.deepEqual([0, 1, 2, 3].map(indexAfterMove(2, 0)), [1, 2, 0, 3]);
    assert.deepEqual(withoutDrafts(drafts, ['a']), { '/ab/1': { jsonText: '-' } });
  });

  test("has an issue if it isn't a valid value", () => {
    const drafts: FieldDrafts = {
      '/n': { numberText: '12a' },
      '/m': { numberText: '1.50' },
      '/j': { jsonText: '{' },
      '/k': { jsonText: '{ }' },
      '/o': { jsonText: '[1e400]' },
      '/l': { variant: 1 },
    };
    assert.deepEqual(findDraftIssues(drafts, strings), [
      { path: ['n'], message: "The value isn't a number." },
      { path: ['j'], message: "The value isn't valid JSON." },
      { path: ['o'], message: 'The number is too large to send.' },
    ]);
  });

  for (const [text, read] of [
    ['1.50', { value: 1.5 }],
    [' -.5e3 ', { value: -500 }],
    ['-0', { value: 0 }],
    ['', { issue: 'noNumber' }],
    ['0x10', { issue: 'noNumber' }],
    ['1e999', { issue: 'largeNumber' }],
    ['9007199254740993', { value: 9007199254740992 }],
    ['9007199254740992', { value: 9007199254740992 }],
  ] as const) {
    test(`of a number: ${text}`, () => assert.deepEqual(parseNumberInput(text), read));
  }
});

describe('a selected variant', () => {
  const union = createFormField({
    anyOf: [
      { type: 'object', properties: { kind: { const: 'a' }, name: { type: 'string' } }, required: ['kind'] },
      {
        type: 'object',
        properties: { kind: { const: 'b' }, name: { type: 'string' } },
        required: ['kind', 'name'],
      },
      { type: 'string' },
      { type: 'string', minLength: 3 },
    ],
  });
  assert.ok(union.kind === 'union');

  test('has its initial value, with the properties that both variants have', () => {
    assert.deepEqual(chooseVariant(union, 1, { kind: 'a', name: 'x', more: 1 }, {}), {
      value: { kind: 'b', name: 'x' },
      draft: { variant: 1, previousValue: '{"kind":"a","name":"x","more":1}' },
    });
  });

  test('restores the previous value', () => {
    const text = chooseVariant(union, 2, { kind: 'a', name: 'x' }, {});
    assert.equal(text.value, '');
    const back = chooseVariant(union, 0, 'typed', text.draft);
    assert.deepEqual(back, {
      value: { kind: 'a', name: 'x' },
      draft: { variant: 0, previousValue: '"typed"' },
    });
  });

  test('has a unique title', () => {
    assert.deepEqual(createVariantTitles(union, strings), ['a', 'b', 'String (1)', 'String (2)']);
  });

  test('a value that is set again is the previous one if the field can show it', () => {
    const list = createFormField({ type: 'array', items: {} });
    assert.deepEqual(restoreValue(list, { previousValue: '[1]' }), [1]);
    assert.deepEqual(restoreValue(list, { previousValue: '5' }), []);
  });
});
