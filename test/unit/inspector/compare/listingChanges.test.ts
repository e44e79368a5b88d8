import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type DefinitionLists,
  findListingChanges,
} from '../../../../src/inspector/compare/listingChanges.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const tool = (name: string, more: object = {}) => ({ name, inputSchema: object({ a: text }), ...more });
const none = { added: [], removed: [], changed: [] };

/** What changed of the one tool, resource, template or prompt there is. */
function changesOf(list: keyof DefinitionLists, before: object, after: object) {
  const found = findListingChanges({ [list]: [before] }, { [list]: [after] });
  const changes = found[list].changed.flatMap((one) => one.changes);
  assert.equal(
    found.hasBreakingChanges,
    changes.some(({ isBreaking }) => isBreaking),
  );
  return changes.map(({ path, kind, isBreaking }) => [path, kind, isBreaking]);
}

describe('the listing of a server', () => {
  test('has no changes', () => {
    const offers = {
      tools: [tool('a')],
      resources: [{ uri: 'a:b' }],
      templates: [{ uriTemplate: 'a:{b}' }],
      prompts: [{ name: 'a' }],
    };
    assert.deepEqual(findListingChanges(offers, structuredClone(offers)), {
      tools: none,
      resources: none,
      templates: none,
      prompts: none,
      hasBreakingChanges: false,
    });
  });

  test('has added items', () => {
    const found = findListingChanges(
      { tools: [tool('a')] },
      {
        tools: [tool('b'), tool('a')],
        resources: [{ uri: 'a:b' }],
        templates: [{ uriTemplate: 'a:{b}' }],
        prompts: [{ name: 'p' }],
      },
    );
    assert.deepEqual(found, {
      tools: { ...none, added: ['b'] },
      resources: { ...none, added: ['a:b'] },
      templates: { ...none, added: ['a:{b}'] },
      prompts: { ...none, added: ['p'] },
      hasBreakingChanges: false,
    });
  });

  test('has removed items, which is breaking', () => {
    const found = findListingChanges({ tools: [tool('a'), tool('b')] }, { tools: [tool('b')] });
    assert.deepEqual(found.tools, { ...none, removed: ['a'] });
    assert.equal(found.hasBreakingChanges, true);
    assert.equal(findListingChanges({ prompts: [{ name: 'a' }] }, {}).hasBreakingChanges, true);
  });

  test('can contain items without a name', () => {
    const odd = [null, 5, 'a', {}, { name: 5 }, [], tool('__proto__')];
    assert.deepEqual(findListingChanges({ tools: odd }, { tools: [] }).tools, {
      ...none,
      removed: ['__proto__'],
    });
    assert.deepEqual(findListingChanges({ tools: {} } as never, { tools: 'a' } as never).tools, none);
  });
});

describe('a tool that changed', () => {
  const changes = (before: object, after: object) => changesOf('tools', tool('a', before), tool('a', after));

  test('is breaking by its input schema', () => {
    const found = findListingChanges(
      { tools: [tool('a'), tool('b')] },
      { tools: [tool('a', { inputSchema: object({ a: text }, { required: ['a'] }) }), tool('b')] },
    );
    assert.deepEqual(
      found.tools.changed.map(({ key, isBreaking, changes: [change] }) => [
        key,
        isBreaking,
        change?.path,
        change?.kind,
      ]),
      [['a', true, '/inputSchema/properties/a', 'required-added']],
    );
    assert.equal(found.hasBreakingChanges, true);
  });

  test('is breaking by its output schema, in the other direction', () => {
    const [small, large] = [object({ a: text }), object({ a: { type: ['string', 'null'] } })];
    assert.deepEqual(changes({ outputSchema: small }, { outputSchema: large }), [
      ['/outputSchema/properties/a', 'type', true],
    ]);
    assert.deepEqual(changes({ outputSchema: large }, { outputSchema: small }), [
      ['/outputSchema/properties/a', 'type', false],
    ]);
    assert.deepEqual(changes({ inputSchema: small }, { inputSchema: large }), [
      ['/inputSchema/properties/a', 'type', false],
    ]);
  });

  test('is breaking if the output schema was removed', () => {
    assert.deepEqual(changes({}, { outputSchema: object({}) }), [['/outputSchema', 'schema-added', false]]);
    assert.deepEqual(changes({ outputSchema: object({}) }, {}), [['/outputSchema', 'schema-removed', true]]);
  });

  test("isn't breaking by texts and hints", () => {
    assert.deepEqual(
      changes({ title: 'A' }, { title: 'B', description: 'D', annotations: { readOnlyHint: true } }),
      [
        ['/title', 'text', false],
        ['/description', 'text', false],
        ['/annotations', 'hints', false],
      ],
    );
  });
});

describe('a resource that changed', () => {
  test('is breaking by another MIME type, if it had one', () => {
    const one = { uri: 'a:b', name: 'a' };
    const changes = (before: object, after: object) =>
      changesOf('resources', { ...one, ...before }, { ...one, ...after });
    assert.deepEqual(changes({}, { mimeType: 'text/plain' }), [['/mimeType', 'mime-type', false]]);
    assert.deepEqual(changes({ mimeType: 'text/csv' }, { mimeType: 'text/plain' }), [
      ['/mimeType', 'mime-type', true],
    ]);
    assert.deepEqual(changes({}, { name: 'b' }), [['/name', 'text', false]]);
    assert.deepEqual(
      changesOf('templates', { uriTemplate: 'a:{b}', mimeType: 'text/csv' }, { uriTemplate: 'a:{b}' }),
      [['/mimeType', 'mime-type', true]],
    );
  });
});

describe('a prompt that changed', () => {
  const prompt = (...args: readonly object[]) => ({ name: 'p', arguments: args });
  const changes = (before: object, after: object) => changesOf('prompts', before, after);

  test('is breaking by its arguments', () => {
    const [a, required] = [{ name: 'a' }, { name: 'a', required: true }];
    assert.deepEqual(changes(prompt(), prompt(a)), [['/arguments/a', 'property-added', false]]);
    assert.deepEqual(changes(prompt(a), { name: 'p' }), [['/arguments/a', 'property-removed', true]]);
    assert.deepEqual(changes(prompt(a), prompt(required)), [['/arguments/a', 'required-added', true]]);
    assert.deepEqual(changes(prompt(required), prompt(a)), [['/arguments/a', 'required-removed', false]]);
    assert.deepEqual(changes(prompt(), prompt(required)), [
      ['/arguments/a', 'property-added', false],
      ['/arguments/a', 'required-added', true],
    ]);
    assert.deepEqual(changes(prompt(a), prompt({ ...a, description: 'D' })), [
      ['/arguments/a/description', 'text', false],
    ]);
  });
});
