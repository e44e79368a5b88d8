import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { readBlockText, toResultView } from '../../../../src/inspector/callResult.ts';
import { findListingChanges } from '../../../../src/inspector/compare/listingChanges.ts';
import { formTexts } from '../../../../src/inspector/form/formTexts.ts';
import { findValueIssues } from '../../../../src/inspector/form/validateBySchema.ts';
import { groupItems } from '../../../../src/inspector/inspectorItems.ts';
import { readTestFile } from '../../../../src/inspector/mcpTests/readTestFile.ts';
import { runTest } from '../../../../src/inspector/mcpTests/runTest.ts';
import { insertTest } from '../../../../src/inspector/mcpTests/save/insertTest.ts';
import { suggestExpectations } from '../../../../src/inspector/mcpTests/save/suggestExpectations.ts';
import type { McpTest } from '../../../../src/inspector/mcpTests/testFile.ts';
import { formatEditableMessage, parseOutgoingMessage } from '../../../../src/inspector/outgoingMessage.ts';
import { compareNumbers } from '../../../../src/inspector/schema/decimal.ts';
import {
  areEqualAt,
  parseExact,
  parseExactInArray,
  stringifyExact,
  withRawNumbers,
} from '../../../../src/inspector/schema/exactJson.ts';
import type { JsonValue } from '../../../../src/inspector/schema/json.ts';
import { startScriptedServer } from '../../../kit/scriptedServer.ts';
import { patient, sessionWith } from '../inspected.ts';

/** Numbers whose digits a JavaScript number doesn't hold, each with another one that rounds to the same. */
const pairs = [
  ['9007199254740993', '9007199254740992'],
  ['-9007199254740993', '-9007199254740992'],
  ['12345678901234567890', '12345678901234567891'],
  ['0.1234567890123456789', '0.1234567890123456788'],
  ['1e400', '1e401'],
  ['1e-400', '2e-400'],
  ['100000000000000000000000000000001', '100000000000000000000000000000002'],
] as const;
const numbers = [...pairs.flat(), '-0'];

describe('JSON with all digits', () => {
  for (const number of numbers) {
    test(`is written as it was read: ${number}`, () => {
      for (const text of [number, `[${number}]`, `{"a":{"b":[1,${number}]},"__proto__":${number}}`]) {
        if (text !== number) assert.equal(stringifyExact(parseExact(text)), text);
        const [root] = [parseExactInArray(text)];
        assert.equal(stringifyExact(root), `[${text}]`);
        if (text !== number) assert.equal(JSON.stringify(withRawNumbers(parseExact(text))), text);
      }
    });
  }

  test('is plain JSON for values that JavaScript writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.deepEqual(parseExact(text), JSON.parse(text));
        assert.equal(stringifyExact(parseExact(text)), text);
      }),
    );
  });

  test('compares integers of any length by all digits', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: -3n, max: 3n }), (one, step) => {
        const holders = [parseExactInArray(String(one)), parseExactInArray(String(one + step))] as const;
        assert.equal(areEqualAt(holders[0], 0, holders[1], 0), step === 0n);
      }),
    );
  });

  test('treats other spellings of a number as equal', () => {
    for (const [one, other] of [
      ['-0', '0'],
      ['1e400', '10E+399'],
      ['9007199254740993', '9007199254740993.0'],
      ['1.50', '1.5'],
    ] as const) {
      assert.ok(areEqualAt(parseExactInArray(one), 0, parseExactInArray(other), 0), one);
    }
  });

  test('is parsed in bounded time at any length and depth', () => {
    const started = performance.now();
    for (const text of [
      `[${'1e5,'.repeat(1_000_000)}1]`,
      `${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`,
      `[${'9'.repeat(1_000_000)}]`,
    ]) {
      assert.ok(Array.isArray(parseExact(text)));
    }
    assert.ok(performance.now() - started < 20_000);
  });
});

const link = (result: unknown) => ({ call: async () => result as Record<string, unknown> });
const options = { signal: new AbortController().signal, timeoutMs: 60_000 };

/** The only test of a file that expects this. */
function expecting(expect: string): McpTest {
  const read = readTestFile(`{"tests": [{"name": "n", "tool": "t", "expect": ${expect}}]}`);
  assert.ok(read.ok);
  const [only] = read.file.tests;
  assert.ok(only);
  return only;
}

describe('a test that expects a long number', () => {
  for (const [number, other] of pairs) {
    const results = (digits: string) => [
      parseExact(`{"content": [], "structuredContent": {"id": ${digits}, "list": [${digits}]}}`),
      { content: [{ type: 'text', text: `{"list": [${digits}], "id": ${digits}}` }] },
    ];
    const status = async (expect: string, result: unknown) => {
      const { status: reached, failures } = await runTest(expecting(expect), link(result), options);
      return { reached, failures };
    };
    test(`passes only for this number: ${number}`, async () => {
      for (const [at, result] of results(number).entries()) {
        const wrong = results(other)[at];
        for (const expect of [
          `{"equals": {"id": ${number}, "list": [${number}]}}`,
          `{"contains": {"id": ${number}}}`,
          `{"contains": {"list": [${number}]}}`,
        ]) {
          assert.equal((await status(expect, result)).reached, 'passed', expect);
          const { reached, failures } = await status(expect, wrong);
          assert.equal(reached, 'failed', expect);
          // What is shown of both has all digits as well.
          assert.ok(failures[0]?.expected?.includes(number) && failures[0]?.actual?.includes(other), expect);
        }
      }
    });
    test(`passes for a number that is the whole response: ${number}`, async () => {
      const text = (digits: string) => ({ content: [{ type: 'text', text: digits }] });
      const content = (digits: string) => parseExact(`{"content": [], "structuredContent": ${digits}}`);
      for (const make of [text, content]) {
        assert.equal((await status(`{"equals": ${number}}`, make(number))).reached, 'passed');
        assert.equal((await status(`{"equals": ${number}}`, make(other))).reached, 'failed');
      }
    });
  }
});

/** Numbers in ascending order, of which neighbors are the same JavaScript number. */
const ascending = pairs.map((pair) => pair.toSorted(compareNumbers));

describe('a test with a schema', () => {
  const issues = async (schema: string, value: string) => {
    const found: (readonly string[])[] = [];
    const field = parseExact(`{"content": [], "structuredContent": {"a": ${value}}}`);
    const whole = parseExact(`{"content": [], "structuredContent": ${value}}`);
    const text = { content: [{ type: 'text', text: `{"a": ${value}}` }] };
    for (const [expect, result] of [
      [`{"properties": {"a": ${schema}}}`, field],
      [`{"properties": {"a": ${schema}}}`, text],
      [schema, whole],
      [`{"$ref": "#/$defs/a", "$defs": {"a": ${schema}}}`, whole],
      [`{"allOf": [{"anyOf": [${schema}]}]}`, whole],
    ] as const) {
      const { failures } = await runTest(expecting(`{"matches": ${expect}}`), link(result), options);
      found.push(failures.map(({ message }) => message.replace(/^.*?schema(?: at [^:]*)?: /, '')));
    }
    const [first = []] = found;
    for (const other of found) assert.deepEqual(other, first);
    return first;
  };

  for (const [less = '', more = ''] of ascending) {
    const cases: readonly (readonly [schema: string, value: string, issues: readonly string[]])[] = [
      [`{"const": ${less}}`, less, []],
      [`{"const": ${less}}`, more, [`Must be ${less}`]],
      [`{"const": [${less}, {"b": ${more}}]}`, `[${less}, {"b": ${more}}]`, []],
      [
        `{"const": [${less}, {"b": ${more}}]}`,
        `[${less}, {"b": ${less}}]`,
        [`Must be [${less},{"b":${more}}]`],
      ],
      [`{"enum": [1, ${less}]}`, less, []],
      [`{"enum": [1, ${less}]}`, more, ['Must be one of the allowed values']],
      [`{"enum": [[${less}]]}`, `[${less}]`, []],
      [`{"enum": [[${less}]]}`, `[${more}]`, ['Must be one of the allowed values']],
      [`{"minimum": ${more}}`, more, []],
      [`{"minimum": ${more}}`, less, [`Must be at least ${more}`]],
      [`{"maximum": ${less}}`, less, []],
      [`{"maximum": ${less}}`, more, [`Must be at most ${less}`]],
      [`{"exclusiveMinimum": ${less}}`, more, []],
      [`{"exclusiveMinimum": ${less}}`, less, [`Must be greater than ${less}`]],
      [`{"exclusiveMaximum": ${more}}`, less, []],
      [`{"exclusiveMaximum": ${more}}`, more, [`Must be less than ${more}`]],
      [`{"multipleOf": ${more.replace(/^-/, '')}}`, more, []],
      [
        `{"multipleOf": ${more.replace(/^-/, '')}}`,
        less,
        [`Must be a multiple of ${more.replace(/^-/, '')}`],
      ],
      ['{"uniqueItems": true}', `[${less}, ${more}]`, []],
      ['{"uniqueItems": true}', `[${less}, 0, ${less}]`, ['Items must be unique']],
      ['{"uniqueItems": true}', `[{"a": ${less}}, {"a": ${more}}]`, []],
      [`{"contains": {"const": ${less}}}`, `[${less}]`, []],
      [
        `{"contains": {"const": ${less}}}`,
        `[${more}]`,
        ['Too few or too many items match the schema\'s "contains" rule'],
      ],
      [`{"oneOf": [{"const": ${less}}, {"const": ${more}}]}`, more, []],
      [`{"anyOf": [{"const": ${less}}, {"const": 1}]}`, more, [`Must be ${less} or 1`]],
      [`{"not": {"const": ${less}}}`, more, []],
    ];
    for (const [schema, value, expected] of cases) {
      test(`compares all digits: ${schema}, ${value}`, async () => {
        assert.deepEqual(await issues(schema, value), expected);
      });
    }
  }

  test('compares the digits of limits of draft 4', () => {
    for (const [less = '', more = ''] of ascending) {
      const schema = parseExact(`{"items": {"minimum": ${less}, "exclusiveMinimum": true}}`);
      const value = parseExact(`[${less}, ${more}]`) as JsonValue;
      const [issue, ...others] = findValueIssues(schema, value, formTexts());
      assert.deepEqual([issue?.message, others], [`Must be greater than ${less}`, []]);
    }
  });

  const others: readonly (readonly [schema: string, value: string, isValid: boolean])[] = [
    ['{"const": 9007199254740993.0}', '9007199254740993', true],
    ['{"enum": [1e400]}', '10E+399', true],
    ['{"const": 0}', '-0', true],
    ['{"const": -0.0}', '0', true],
    ['{"type": "integer"}', '9007199254740993.5', false],
    ['{"type": "integer"}', '9007199254740993.0', true],
    ['{"type": "integer"}', '1e400', true],
    ['{"type": "integer"}', '1e-400', false],
    ['{"type": "number"}', '1e-400', true],
    ['{"minimum": 0, "maximum": 1}', '1e400', false],
    ['{"maximum": 1e400}', '1e401', false],
    ['{"multipleOf": 0.1}', '0.3', true],
    ['{"multipleOf": 0.01}', '9007199254740993.25', true],
    ['{"multipleOf": 0.1}', '9007199254740993.25', false],
    ['{"multipleOf": 10}', '10000000000000001', false],
    ['{"multipleOf": 1e-400}', '3e-400', true],
    ['{"multipleOf": 1e400}', '1', false],
    ['{"minItems": 9007199254740993}', '[1]', false],
    ['{"propertyNames": {"maxLength": 1}}', '9007199254740993', true],
  ];
  for (const [schema, value, isValid] of others) {
    test(`validates the exact number: ${schema}, ${value}`, async () => {
      assert.equal((await issues(schema, value)).length === 0, isValid);
    });
  }
});

describe('a response with more long numbers than are stored', () => {
  let answers: readonly unknown[] = [];
  before(() => {
    const list = `[${'9007199254740993,'.repeat(200_001)}1]`;
    answers = [
      parseExact(`{"content": [], "structuredContent": {"list": ${list}}}`),
      parseExact(`{"content": [], "structuredContent": {"deep": [${list}]}}`),
      { content: [{ type: 'text', text: list }] },
    ];
  });
  // They would fill the memory of all later tests.
  after(() => {
    answers = [];
  });

  test('is not compared', async () => {
    for (const result of answers) {
      for (const expect of ['{"equals": {}}', '{"contains": {}}', '{"matches": {}}']) {
        const { status, failures } = await runTest(expecting(expect), link(result), options);
        assert.equal(status, 'errored');
        assert.match(failures[0]?.message ?? '', /compare .* too complex/);
      }
      const text = await runTest(expecting('{"contains": "x"}'), link(result), options);
      assert.equal(text.status, 'failed');
    }
  });

  test('has a problem on the page', () => {
    const problems = answers.map((result) =>
      toResultView('tool', result).problems?.map(({ message }) => message),
    );
    const rounded = [
      'The response has too many numbers with more digits than JavaScript supports. Some of these numbers are rounded.',
    ];
    assert.deepEqual(problems, [rounded, rounded, undefined]);
  });

  test('has no problem if it is only long', () => {
    const text = `{"content": [], "structuredContent": {"list": [${'"x y",0.1234567890123456,'.repeat(210_000)}9007199254740993]}}`;
    assert.ok(text.length > 5_000_000);
    const result = parseExact(text);
    assert.equal(toResultView('tool', result).problems, undefined);
    assert.equal(stringifyExact(result)?.slice(-20), text.slice(-20));
  });
});

for (const number of numbers) {
  test(`a response is shown and saved with all digits: ${number}`, () => {
    const result = parseExact(
      `{"content": [{"type": "odd", "id": ${number}}], "structuredContent": {"id": ${number}}}`,
    );
    assert.equal(toResultView('tool', result).structuredJson, `{"id":${number}}`);
    assert.ok(toResultView('tool', result).blocks[0]?.text?.includes(number));
    assert.ok(readBlockText('tool', result, 0).includes(number));
    const args = parseExact(`{"id": ${number}}`) as Record<string, unknown>;
    for (const file of [
      '',
      '{"tests": []}',
      '{"tests": [{"name": "a", "tool": "b"}]}',
      '{"tests": [\n  {"name": "a", "tool": "b"}\n]}',
    ]) {
      for (const { expect, kind } of suggestExpectations('tool', result, undefined)) {
        if (kind === 'status') continue;
        const inserted = insertTest(file, { name: 'n', tool: 't', arguments: args, expect });
        const contents = inserted?.edits.map(({ content }) => content).join('') ?? '';
        assert.equal(contents.split(number).length, 3, contents);
      }
    }
  });
}

test('an edited message has all digits, also if it is edited again', () => {
  const json =
    '{"method":"tools/call","params":{"id":9007199254740993,"_meta":{"progressToken":1},"a":[1e400]}}';
  const { message } = parseOutgoingMessage(json);
  assert.equal(JSON.stringify(withRawNumbers(message?.params)), '{"id":9007199254740993,"a":[1e400]}');
  assert.match(formatEditableMessage(json), /"id": 9007199254740993,\s+"a": \[\s+1e400/);
});

test('an output schema goes to a page with all digits', () => {
  for (const [one] of pairs) {
    const tool = (limit: string) =>
      parseExact(
        `{"name": "a", "inputSchema": {}, "outputSchema": {"properties": {"id": {"const": ${limit}}}}}`,
      );
    const list = { items: [tool(one), tool('1')] };
    const none = { items: [] };
    const lists = { tool: list, resource: none, template: none, prompt: none };
    const [tools] = groupItems(lists as unknown as Parameters<typeof groupItems>[0]);
    const [item, plain] = tools?.items ?? [];
    assert.equal(item?.outputSchemaJson, `{"properties":{"id":{"const":${one}}}}`);
    assert.equal(plain?.outputSchemaJson, undefined);
    const value = parseExact(`{"id": ${one}}`) as JsonValue;
    assert.deepEqual(findValueIssues(parseExact(item?.outputSchemaJson ?? ''), value, formTexts()), []);
  }
});

test('a snapshot that differs in a long number differs', () => {
  const offers = (field: string) =>
    parseExact(
      `{"tools": [{"name": "a", "inputSchema": {"type": "object", "properties": {"id": {"type": "integer", ${field}}}}}], "resources": [], "templates": [], "prompts": []}`,
    ) as Parameters<typeof findListingChanges>[0];
  for (const field of [
    '"default": N',
    '"const": N',
    '"enum": [1, N]',
    '"maximum": N',
    '"exclusiveMinimum": N',
  ]) {
    for (const [one, other] of pairs.filter(([number]) => !number.includes('e'))) {
      const { changed } = findListingChanges(
        offers(field.replace('N', one)),
        offers(field.replace('N', other)),
      ).tools;
      assert.equal(changed.length, 1, `${field} ${one}`);
      assert.deepEqual(
        findListingChanges(offers(field.replace('N', one)), offers(field.replace('N', one))).tools.changed,
        [],
      );
    }
  }
});

test('long numbers are sent and received with all digits', async (t) => {
  const server = await startScriptedServer();
  t.after(() => server.close());
  const session = sessionWith(t, server.url);
  await session.connect();
  const args = parseExact('{"id": 9007199254740993, "deep": [{"n": 12345678901234567890}]}') as Record<
    string,
    unknown
  >;
  server.answer({
    'tools/call': ({ id }: { id?: unknown }) => ({
      body: `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"id":9007199254740993}}}`,
    }),
  });
  const result = await session.call({ kind: 'tool', name: 'echo', args }, patient());
  assert.equal(toResultView('tool', result).structuredJson, '{"id":9007199254740993}');
  const [sent, received] = session.messages.range(session.messages.length - 2, 2);
  assert.match(sent?.json ?? '', /"id":9007199254740993,"deep":\[\{"n":12345678901234567890\}\]/);
  assert.match(received?.json ?? '', /"id":9007199254740993/);
});
