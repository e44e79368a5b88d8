import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { groupItems, listTemplateVariableNames, toMcpCall } from '../../../src/inspector/inspectorItems.ts';
import { expandTemplate } from '../../../src/inspector/uriTemplate.ts';

const none = { items: [] };
const lists = { tool: none, resource: none, template: none, prompt: none };
const expand = (template: string) => `expanded ${template}`;

describe('an item of a server', () => {
  test('has a stable key, even if two items have the same name', () => {
    const tools = { items: [{ name: 'a' }, { name: 'a' }, { name: 'b' }] };
    const [group] = groupItems({ ...lists, tool: tools });
    assert.deepEqual(
      group?.items.map(({ key }) => key),
      ['tool:a', 'tool:a#1', 'tool:b'],
    );
  });

  test('has no arguments if its schema declares none', () => {
    const schemas = [
      undefined,
      { type: 'object' },
      { type: 'object', properties: {}, additionalProperties: false },
    ];
    const some = [
      { type: 'object', properties: { a: {} } },
      { type: 'object', additionalProperties: true },
    ];
    const items = [...schemas, ...some].map((inputSchema, at) => ({ name: `t${at}`, inputSchema }));
    const [group] = groupItems({ ...lists, tool: { items } });
    assert.deepEqual(
      group?.items.map(({ inputSchema }) => inputSchema !== undefined),
      [false, false, false, true, true],
    );
  });

  test('has string arguments if it is a prompt or a template', () => {
    const prompt = {
      name: 'pack',
      arguments: [{ name: 'city', required: true, description: 'Where' }, { name: 'days' }],
    };
    const template = { name: 'forecast', uriTemplate: 'w://{city}/{day}{?unit}' };
    const [, , templates, prompts] = groupItems({
      ...lists,
      prompt: { items: [prompt] },
      template: { items: [template] },
    });
    assert.deepEqual(prompts?.items[0]?.inputSchema, {
      type: 'object',
      properties: { city: { type: 'string', description: 'Where' }, days: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    });
    const [forecast] = templates?.items ?? [];
    assert.ok(forecast);
    assert.deepEqual(toMcpCall(forecast, { city: 'Oslo' }, expand), {
      kind: 'resource',
      uri: 'expanded w://{city}/{day}{?unit}',
    });
    assert.deepEqual(listTemplateVariableNames('w://{city}/{+path}{?a,b*,c:3}{city}'), [
      'city',
      'path',
      'a',
      'b',
      'c',
    ]);
  });

  test('has the variables of its template as arguments, and optional ones can be left out', () => {
    const template = { name: 'issues', uriTemplate: 'x/{id}{?state,limit}{&tags*}' };
    const [, , templates] = groupItems({ ...lists, template: { items: [template] } });
    const [issues] = templates?.items ?? [];
    assert.ok(issues);
    const text = { type: 'string', minLength: 1 };
    assert.deepEqual(issues.inputSchema, {
      type: 'object',
      properties: {
        id: text,
        state: text,
        limit: text,
        tags: {
          anyOf: [text, { type: 'array', items: text }, { type: 'object', additionalProperties: text }],
        },
      },
      required: ['id'],
      additionalProperties: false,
    });
    const uris: readonly (readonly [args: Readonly<Record<string, unknown>>, uri: string])[] = [
      [{ id: '1' }, 'x/1'],
      [{ id: '1', state: '', limit: '' }, 'x/1'],
      [{ id: 'a b', limit: '5' }, 'x/a%20b?limit=5'],
      [{ id: '1', tags: ['a', 'b'] }, 'x/1&tags=a&tags=b'],
      [{ id: '1', tags: { a: 'b' } }, 'x/1&a=b'],
      [{ id: '1', state: 5, other: 'c' }, 'x/1'],
    ];
    for (const [args, uri] of uris) {
      assert.deepEqual(toMcpCall(issues, args, expandTemplate), { kind: 'resource', uri });
    }
  });

  test('is requested by its name or URI', () => {
    const tool = { kind: 'tool', name: 'a' } as const;
    assert.deepEqual(toMcpCall(tool, { n: 1 }, expand), { kind: 'tool', name: 'a', args: { n: 1 } });
    const prompt = { kind: 'prompt', name: 'p' } as const;
    assert.deepEqual(toMcpCall(prompt, { a: 'x', n: 1 }, expand), {
      kind: 'prompt',
      name: 'p',
      args: { a: 'x' },
    });
    const resource = { kind: 'resource', name: 'r', uri: 'w://a#1' } as const;
    assert.deepEqual(toMcpCall(resource, {}, expand), { kind: 'resource', uri: 'w://a#1' });
  });

  test('is missing with the reason if its list failed', () => {
    const [group] = groupItems({ ...lists, tool: { items: [], failure: 'No.' } });
    assert.equal(group?.failure, 'No.');
  });

  test('can have any shape', () => {
    const offered = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }), { maxLength: 5 });
    const odd = fc.record({
      name: fc.jsonValue(),
      inputSchema: fc.jsonValue(),
      annotations: fc.jsonValue(),
      arguments: fc.jsonValue(),
      uriTemplate: fc.jsonValue(),
    });
    fc.assert(
      fc.property(offered, fc.array(odd, { maxLength: 5 }), (some, odder) => {
        const items = [...some, ...odder];
        const groups = groupItems({
          tool: { items },
          resource: { items },
          template: { items },
          prompt: { items },
        });
        for (const { items: shown } of groups) {
          assert.equal(shown.length, items.length);
          assert.equal(new Set(shown.map(({ key }) => key)).size, shown.length);
        }
      }),
      { numRuns: 100 },
    );
  });
});
