import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { groupItems } from '../../../../src/inspector/inspectorItems.ts';
import type { LintIssue } from '../../../../src/inspector/lint/lintIssue.ts';
import { summarizeLintIssues } from '../../../../src/inspector/lint/lintIssue.ts';
import { lintPrompt, lintResource } from '../../../../src/inspector/lint/lintResourceOrPrompt.ts';
import { lintTool } from '../../../../src/inspector/lint/lintTool.ts';
import { estimateTokens, lintToolList } from '../../../../src/inspector/lint/lintToolList.ts';
import type { ListedItem } from '../../../../src/inspector/mcpConnection.ts';

const text = { type: 'string', description: 'A text' };
const schema = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const tool = (more: object = {}) => ({
  name: 'find_town',
  title: 'Find Town',
  description: 'Finds a town by its name.',
  inputSchema: schema({ name: text }, { required: ['name'] }),
  annotations: { readOnlyHint: true },
  ...more,
});
const taking = (property: unknown) => tool({ inputSchema: schema({ p: property }) });
const rules = (faults: readonly LintIssue[]) => faults.map(({ rule }) => rule);
const places = (faults: readonly LintIssue[]) => faults.map(({ rule, path }) => [rule, path]);

/** Each has exactly these faults. */
function holds(cases: readonly (readonly [what: string, of: unknown, rules: readonly string[]])[]): void {
  for (const [what, of, expected] of cases) {
    test(what, () => assert.deepEqual(rules(lintTool(of)).sort(), [...expected].sort()));
  }
}

describe('a tool', () => {
  test('without problems has no issues', () => assert.deepEqual(lintTool(tool()), []));

  holds([
    ['is an object', 'find', ['tool-not-object']],
    ['has a name', tool({ name: undefined }), ['name-missing']],
    ['has a nonempty name', tool({ name: '' }), ['name-missing']],
    ['has a name that is a string', tool({ name: 5 }), ['string-type']],
    ['may have a name of 40 characters', tool({ name: 'a'.repeat(40) }), []],
    ['leaves the server little with 41', tool({ name: 'a'.repeat(41) }), ['name-long-with-server']],
    ['does so with 64', tool({ name: 'a'.repeat(64) }), ['name-long-with-server']],
    ['is rejected with 65', tool({ name: 'a'.repeat(65) }), ['name-long']],
    ['has no spaces in its name', tool({ name: 'find town' }), ['name-characters']],
    ['has a name of ASCII letters', tool({ name: 'føø' }), ['name-characters']],
    ['may not have dots everywhere', tool({ name: 'town.find' }), ['name-dot']],
    ['may not have slashes everywhere', tool({ name: 'town/find' }), ['name-dot']],
    ['starts with a letter', tool({ name: '2towns' }), ['name-start']],
    ['has a title', tool({ title: undefined }), ['title-missing']],
    [
      'may have it in annotations',
      tool({ title: undefined, annotations: { title: 'T', readOnlyHint: true } }),
      [],
    ],
    ['has a title that is a string', tool({ title: {} }), ['string-type']],
    ['has a description', tool({ description: ' ' }), ['description-missing']],
    ['may describe itself in 1,024 characters', tool({ description: 'd'.repeat(1024) }), []],
    ['is truncated with more', tool({ description: 'd'.repeat(1025) }), ['description-long']],
    ['has a description that is a string', tool({ description: 1 }), ['string-type']],
    ['has hints', tool({ annotations: undefined }), ['hints-missing']],
    ['has hints that are true or false', tool({ annotations: { readOnlyHint: 'yes' } }), ['hint-type']],
    [
      'contradicts itself',
      tool({ annotations: { readOnlyHint: true, destructiveHint: true } }),
      ['hints-contradict'],
    ],
    ['may write', tool({ annotations: { readOnlyHint: false, destructiveHint: true } }), []],
    ['has an input schema', tool({ inputSchema: undefined }), ['input-schema-missing']],
    ['has one of an object', tool({ inputSchema: { type: 'string' } }), ['schema-not-object']],
    ['has one that is an object', tool({ inputSchema: [] }), ['schema-not-object']],
    [
      'names its properties',
      tool({ inputSchema: { type: 'object', additionalProperties: false } }),
      ['properties-missing'],
    ],
    [
      'has no alternatives on top',
      tool({ inputSchema: schema({}, { anyOf: [{ required: ['a'], properties: { a: text } }] }) }),
      ['alternatives-at-top-level'],
    ],
    ['has an output schema of an object', tool({ outputSchema: { type: 'array' } }), ['schema-not-object']],
    [
      'may say in an output what models do not take',
      tool({
        outputSchema: {
          type: 'object',
          required: ['b', 'b'],
          properties: { a: { properties: { c: true }, items: [{}] } },
          patternProperties: { a: { const: 1 } },
          not: {},
        },
      }),
      [],
    ],
  ]);
});

describe('a property', () => {
  holds([
    ['is described by a schema', taking('string'), ['property-schema-not-object']],
    ['is described by more than true', taking(true), ['property-schema-not-object']],
    [
      'is described by more than true within',
      taking({ ...text, type: 'object', properties: { q: true }, additionalProperties: false }),
      ['schema-boolean'],
    ],
    ['has a description', taking({ type: 'string' }), ['property-description-missing']],
    ['has a type', taking({ description: 'D' }), ['type-missing']],
    ['has a type in a list', taking({ ...text, type: 'array', items: {} }), ['type-missing']],
    ['needs none as an alternative', taking({ description: 'D', anyOf: [{}, text] }), []],
    ['has a known type', taking({ ...text, type: 'text' }), ['type-unknown']],
    ['has one type', taking({ ...text, type: ['string', 'null'] }), ['type-list']],
    ['says what its items are', taking({ ...text, type: 'array' }), ['items-missing']],
    [
      'has one kind of items',
      taking({ ...text, type: 'array', items: [{ type: 'string' }] }),
      ['items-array'],
    ],
    [
      'closes its objects',
      taking({ ...text, type: 'object', properties: {} }),
      ['additional-properties-open'],
    ],
    ['has values', taking({ ...text, enum: [] }), ['enum-empty']],
    ['has each value once', taking({ ...text, enum: ['a', 'b', 'a'] }), ['enum-duplicate']],
    ['has no empty string as a value', taking({ ...text, enum: ['', 'a'] }), ['enum-empty-string']],
    ['has strings as values', taking({ ...text, type: 'integer', enum: [1, 2] }), ['enum-not-string']],
    ['has a default of its type', taking({ ...text, default: 5 }), ['default-invalid']],
    ['may have a whole number as a default', taking({ ...text, type: 'number', default: 5 }), []],
    [
      'has no broken number as a whole default',
      taking({ ...text, type: 'integer', default: 5.5 }),
      ['default-invalid'],
    ],
    ['has a default that is allowed', taking({ ...text, enum: ['a'], default: 'b' }), ['default-invalid']],
    ['has a pattern', taking({ ...text, pattern: '(' }), ['pattern-invalid']],
    ['has a pattern in Unicode mode', taking({ ...text, pattern: '^[\\w-.]$' }), ['pattern-unicode']],
    [
      'has a pattern that looks at itself only',
      taking({ ...text, pattern: '^(?!a)' }),
      ['pattern-lookaround'],
    ],
    [
      'has no conditions',
      taking({ ...text, if: {}, else: {} }),
      ['keyword-unsupported', 'keyword-unsupported'],
    ],
    [
      'has no patterns of properties',
      taking({ ...text, patternProperties: {} }),
      ['keyword-pattern-properties'],
    ],
    ['has a list of one value', taking({ ...text, const: 'a' }), ['keyword-const']],
    ['has no brackets in its name', tool({ inputSchema: schema({ 'a[b]': text }) }), ['property-name']],
    ['has no long name', tool({ inputSchema: schema({ ['a'.repeat(65)]: text }) }), ['property-name']],
    ['may be required', tool({ inputSchema: schema({ a: text }, { required: ['a'] }) }), []],
    [
      'is there if it is required',
      tool({ inputSchema: schema({ a: text }, { required: ['toString'] }) }),
      ['required-unknown'],
    ],
    [
      'is required once',
      tool({ inputSchema: schema({ a: text }, { required: ['a', 'a'] }) }),
      ['required-duplicate'],
    ],
    [
      'is required by its name',
      tool({ inputSchema: schema({ a: text }, { required: true }) }),
      ['required-type'],
    ],
  ]);

  test('is identified by its path', () => {
    const faults = lintTool(
      tool({ inputSchema: schema({ 'a/b': { ...text, type: 'array', items: { type: 'nothing' } } }) }),
    );
    assert.deepEqual(places(faults), [
      ['type-unknown', '/inputSchema/properties/a~1b/items'],
      ['property-name', '/inputSchema'],
    ]);
  });

  test('is counted if many have the same issue', () => {
    const of = (count: number) => {
      const many = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }]),
      );
      return lintTool(tool({ inputSchema: schema(many) }));
    };
    const faults = of(50);
    assert.ok(of(20).every(({ unlisted }) => unlisted === undefined));
    assert.equal(faults.length, 20);
    assert.deepEqual(
      faults.map(({ unlisted }) => unlisted),
      [...Array.from({ length: 19 }, () => undefined), 30],
    );
  });
});

describe('a reference', () => {
  const referring = ($ref: string, $defs: object = {}) =>
    tool({ inputSchema: schema({ p: { $ref, description: 'D' } }, { $defs }) });
  const used = 'ref-used';
  holds([
    ['stays within the schema', referring('https://example.com/a.json'), ['ref-external', used]],
    ['has a target', referring('#/$defs/A'), ['ref-unresolved', used]],
    ['may lead to a schema that allows everything', referring('#/$defs/A', { A: true }), [used]],
    ['leads to a schema', referring('#/$defs/A', { A: 5 }), ['ref-unresolved', used]],
    ['may lead to a definition', referring('#/$defs/A', { A: text }), [used]],
    ['may lead on', referring('#/$defs/A', { A: { $ref: '#/$defs/B' }, B: text }), [used]],
    ['may not lead back', referring('#'), ['ref-recursive', used]],
    ['is decoded', referring('#/$defs/A~1B%20C', { 'A/B C': text }), [used]],
    [
      'does not go round in a circle',
      referring('#/$defs/A', { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } }),
      ['ref-unresolved', 'ref-unresolved', 'ref-unresolved', used],
    ],
  ]);
});

describe('a schema', () => {
  const nested = (depth: number): object =>
    depth === 0 ? text : { ...text, type: 'array', items: nested(depth - 1) };

  test('has at most ten levels', () => {
    assert.deepEqual(rules(lintTool(taking(nested(9)))), []);
    const [deep] = lintTool(taking(nested(11)));
    assert.equal(deep?.rule, 'nesting-deep');
    assert.match(deep?.message ?? '', /\b12\b/);
    assert.equal(deep?.path, `/inputSchema/properties/p${'/items'.repeat(10)}`);
  });

  test('has at most a hundred properties', () => {
    const many = (count: number) =>
      tool({
        inputSchema: schema(Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, text]))),
      });
    assert.deepEqual(rules(lintTool(many(100))), []);
    assert.deepEqual(rules(lintTool(many(101))), ['properties-many']);
  });

  test('has at most a thousand allowed values', () => {
    const many = (count: number) =>
      taking({ ...text, enum: Array.from({ length: count }, (_, at) => `v${at}`) });
    assert.deepEqual(rules(lintTool(many(1000))), []);
    assert.deepEqual(rules(lintTool(many(1001))), ['enum-many']);
  });

  test('is checked at any depth', () => {
    const deep = (keyword: string) => JSON.parse(`${`{"${keyword}":`.repeat(10_000)}{}${'}'.repeat(10_000)}`);
    for (const keyword of ['items', 'not', 'additionalProperties', 'default']) {
      assert.ok(lintTool(tool({ inputSchema: deep(keyword) })).length > 0);
    }
    const properties = JSON.parse(`${'{"properties":{"a":'.repeat(10_000)}{}${'}}'.repeat(10_000)}`);
    assert.ok(rules(lintTool(tool({ inputSchema: properties }))).includes('nesting-deep'));
    assert.ok(rules(lintToolList([tool({ inputSchema: properties })])).includes('tools-large'));
  });

  test('is checked with any references', () => {
    const count = 20_000;
    const $defs = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]),
    );
    const faults = lintTool(tool({ inputSchema: schema({}, { $defs }) }));
    assert.equal(
      faults.find(({ rule, unlisted }) => rule === 'ref-unresolved' && unlisted !== undefined)?.unlisted,
      count - 20,
    );
  });
});

describe('the tools of a server', () => {
  const named = (...names: readonly string[]) => names.map((name) => tool({ name }));

  test('have unique names', () => {
    assert.deepEqual(rules(lintToolList(named('a', 'b', 'c'))), []);
    const [twice, ...others] = lintToolList(named('a', 'b', 'a', 'a'));
    assert.deepEqual([twice?.rule, others], ['name-duplicate', []]);
    assert.equal(twice?.message, '3 tools have the name "a".');
    assert.deepEqual(rules(lintToolList(named('getTown', 'gettown'))), ['name-case']);
    assert.deepEqual(rules(lintToolList([{}, {}, 'tool', null])), []);
  });

  test('are not too many', () => {
    const of = (count: number) =>
      rules(lintToolList(named(...Array.from({ length: count }, (_, at) => `t${at}`))));
    assert.deepEqual([40, 41, 80, 81, 128, 129].map(of), [
      [],
      ['tools-over-40'],
      ['tools-over-40'],
      ['tools-over-80'],
      ['tools-over-80'],
      ['tools-over-128'],
    ]);
  });

  test("aren't too large by an estimate", () => {
    const sized = (length: number) => [{ description: 'd'.repeat(length), inputSchema: null, name: 'a' }];
    const frame = JSON.stringify(sized(0)[0]).length;
    assert.equal(estimateTokens(sized(100_000 - frame)), 25_000);
    assert.deepEqual(rules(lintToolList(sized(100_000 - frame))), []);
    const [large] = lintToolList(sized(100_001 - frame));
    assert.equal(large?.rule, 'tools-large');
    assert.match(large?.message ?? '', /\b25001\b/);
  });
});

describe('a resource', () => {
  const resource = {
    uri: 'town://a',
    name: 'a',
    title: 'A',
    description: 'D',
    mimeType: 'text/plain; charset=utf-8',
  };
  const { uri: _, ...rest } = resource;
  const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['may be complete', resource, []],
    ['is an object', 5, ['item-not-object']],
    ['has a URI', rest, ['uri-missing']],
    ['has a URI with a scheme', { ...resource, uri: 'towns/a' }, ['uri-invalid']],
    ['has strings', { ...resource, uri: 5, description: 5 }, ['item-string-type', 'item-string-type']],
    ['has a name', { ...resource, name: '' }, ['item-name-missing']],
    [
      'says more of itself',
      { uri: 'a:b', name: 'a' },
      ['item-description-missing', 'item-title-missing', 'mime-type-missing'],
    ],
    ['has a MIME type', { ...resource, mimeType: 'text' }, ['mime-type-invalid']],
    ['may be a template', { ...rest, uriTemplate: 'town://{name}/{?part,length}' }, []],
    ['closes its braces', { ...rest, uriTemplate: 'town://{name' }, ['uri-template-invalid']],
    ['names its variables', { ...rest, uriTemplate: 'town://{}' }, ['uri-template-invalid']],
    ['has an operator that exists', { ...rest, uriTemplate: 'town://{=name}' }, ['uri-template-invalid']],
    ['has braces if it is a template', { ...rest, uriTemplate: 'town://name' }, ['uri-template-fixed']],
  ];
  for (const [what, of, expected] of cases) {
    test(what, () => assert.deepEqual(rules(lintResource(of)).sort(), expected));
  }
});

describe('a prompt', () => {
  const prompt = (args?: unknown) => ({
    name: 'a',
    title: 'A',
    description: 'D',
    ...(args === undefined ? {} : { arguments: args }),
  });
  const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['may have no arguments', prompt(), []],
    [
      'may have some',
      prompt([
        { name: 'a', description: 'D', required: true },
        { name: 'b', description: 'D' },
      ]),
      [],
    ],
    ['is an object', null, ['item-not-object']],
    ['has a list of them', prompt({ a: {} }), ['arguments-type']],
    ['has objects in it', prompt(['a']), ['arguments-type']],
    ['names them', prompt([{}]), ['argument-name-missing']],
    [
      'names each once',
      prompt([
        { name: 'a', description: 'D' },
        { name: 'a', description: 'D' },
      ]),
      ['argument-duplicate'],
    ],
    ['describes them', prompt([{ name: 'a' }]), ['argument-description-missing']],
    ['describes them with strings', prompt([{ name: 'a', description: 5 }]), ['item-string-type']],
    [
      'requires them or not',
      prompt([{ name: 'a', description: 'D', required: 'yes' }]),
      ['argument-required-type'],
    ],
  ];
  for (const [what, of, expected] of cases) {
    test(what, () => assert.deepEqual(rules(lintPrompt(of)).sort(), expected));
  }
});

describe('lint issues', () => {
  test('are sorted by severity, and each has a reason', () => {
    const faults = lintTool({
      name: 'a b.c',
      inputSchema: { properties: { a: {} }, patternProperties: 5 },
    });
    const severities = faults.map(({ severity }) => severity);
    assert.deepEqual(
      severities,
      severities.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
    );
    assert.ok(new Set(severities).size === 3);
    assert.ok(faults.every(({ message, reason }) => message.length > 5 && reason.length > 5));
  });

  test('are truncated if a server sends long names', () => {
    const [fault] = lintTool(tool({ name: 'a'.repeat(100_000) }));
    assert.ok((fault?.message.length ?? 0) < 200);
  });

  test('are found in any data, without exceptions', () => {
    const keys = [
      'type',
      'properties',
      'required',
      'items',
      'enum',
      'default',
      '$ref',
      'pattern',
      'anyOf',
      '$defs',
      'a',
      '__proto__',
      'name',
      'inputSchema',
      'annotations',
      'arguments',
      'uriTemplate',
    ];
    const values = [...keys, 'object', 'array', '#', '#/$defs/a', '(', '{', ''];
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<unknown>(...values, null, true, 0, 1.5),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(any, (value) => {
        const sent: unknown = JSON.parse(JSON.stringify(value));
        for (const one of [sent, { name: sent, inputSchema: sent, outputSchema: sent, annotations: sent }]) {
          for (const faultsOf of [lintTool, lintResource, lintPrompt]) assert.ok(faultsOf(one));
          assert.ok(lintToolList([one, one]));
        }
      }),
      { numRuns: 200 },
    );
  });
});

const order = ['error', 'warning', 'info'];

describe('the lint issues of all items', () => {
  const undescribed = (name: string, count: number): ListedItem =>
    tool({
      name,
      inputSchema: schema(
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
      ),
    });
  const listsOf = (tools: readonly ListedItem[]) => {
    const none = { items: [] };
    return { tool: { items: tools }, resource: none, template: none, prompt: none };
  };

  test('have an entry for each rule, with a count and the items', () => {
    const tools = Array.from({ length: 30 }, (_, at) => undescribed(`tool_${at}`, at === 0 ? 50 : 4));
    const summary = summarizeLintIssues(groupItems(listsOf(tools)));
    assert.deepEqual(
      summary.map(({ rule, count, items, moreItems }) => [rule, count, items.length, moreItems]),
      [['property-description-missing', 50 + 29 * 4, 20, 10]],
    );
    assert.deepEqual(summary[0]?.items[1], { key: 'tool:tool_1', name: 'tool_1' });
  });

  test('are sorted by severity, then by frequency', () => {
    const broken = tool({ name: 'a b', title: undefined });
    const summary = summarizeLintIssues(
      groupItems(listsOf([undescribed('one', 3), broken, tool({ name: 'c', title: undefined })])),
    );
    assert.deepEqual(
      summary.map(({ rule, count }) => [rule, count]),
      [
        ['name-characters', 1],
        ['property-description-missing', 3],
        ['title-missing', 2],
      ],
    );
    assert.deepEqual(summarizeLintIssues(groupItems(listsOf([tool()]))), []);
  });
});
