import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { auditSchema, toRawAudit } from '../../../src/api/audit.ts';

const whole = {
  id: 'a',
  targetUrl: 'https://x.example',
  status: 'completed',
  queue: { place: 3 },
  durationMs: 'soon',
  report: {
    requiresAuth: true,
    isReadyForPlatform: { one: true, two: 'nearly', three: { since: 1 }, four: null },
    score: 7,
    results: [
      {
        checkId: 'c',
        status: 'mended',
        severity: 4,
        platforms: ['one', 2],
        details: [{ label: 'Tool', value: { name: 'echo' } }, 'loose words', { label: 7 }],
        hint: { text: 'Do it.', url: 'https://x.example/how' },
        docs: ['a'],
      },
      'not a check',
      null,
    ],
  },
};

describe('an audit', () => {
  test('keeps what is unknown, or of another shape', () => {
    const read = auditSchema.parse(whole);
    assert.deepEqual(read.unknownFields, { queue: { place: 3 }, durationMs: 'soon' });
    const { report } = read;
    assert.deepEqual(report?.unknownFields, {
      isReadyForPlatform: { two: 'nearly', three: { since: 1 } },
      score: 7,
    });
    assert.deepEqual(report?.isReadyForPlatform, { one: true, four: null });
    const [check, words, none] = report?.results ?? [];
    assert.deepEqual(check?.unknownFields, { severity: 4, docs: ['a'] });
    assert.deepEqual(check?.platforms, ['one', '2']);
    assert.deepEqual(check?.hint, { text: 'Do it.', unknownFields: { url: 'https://x.example/how' } });
    assert.deepEqual(check?.details, [
      { label: 'Tool', unknownFields: { value: { name: 'echo' } } },
      { invalidValue: 'loose words' },
      { unknownFields: { label: 7 } },
    ]);
    assert.deepEqual(words?.invalidValue, 'not a check');
    assert.deepEqual(none?.invalidValue, null);
  });

  test('is as it was sent when it is written out again', () => {
    const { report } = whole;
    // A number among the client names becomes a string.
    const [check, ...rest] = report.results;
    const results = [{ ...(check as object), platforms: ['one', '2'] }, ...rest];
    assert.deepEqual(toRawAudit(auditSchema.parse(whole)), { ...whole, report: { ...report, results } });
  });

  test('loses nothing of any report', () => {
    const anything = fc.jsonValue().filter((value) => value !== null);
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), anything),
        fc.array(
          fc.oneof(fc.jsonValue(), fc.record({ status: anything, details: anything, hint: anything })),
        ),
        (fields, results) => {
          const sent = { ...fields, id: 'a', report: { results } };
          const text = JSON.stringify(toRawAudit(auditSchema.parse(sent)));
          for (const leaf of leavesOf(sent)) assert.ok(text.includes(JSON.stringify(leaf)), String(leaf));
        },
      ),
    );
  });

  test('keeps fields whose names mean something to JavaScript', () => {
    const sent = JSON.parse(
      `{"id":"a","__proto__":{"x":1},"constructor":2,
        "report":{"isReadyForPlatform":{"__proto__":7},"results":[{"platforms":[],"details":[],"__proto__":"y"}]}}`,
    );
    assert.deepEqual(toRawAudit(auditSchema.parse(sent)), sent);
  });

  test('without an ID is none', () => {
    const read = auditSchema.safeParse({ status: 'pending' });
    assert.deepEqual(
      read.error?.issues.map(({ path }) => path),
      [['id']],
    );
    assert.equal(auditSchema.safeParse(null).success, false);
    assert.equal(auditSchema.parse({ id: 'a', report: null }).report, undefined);
    assert.deepEqual(auditSchema.parse({ id: 'a', report: 'later' }).unknownFields, { report: 'later' });
  });
});

function leavesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [value];
  return Object.values(value).flatMap(leavesOf);
}
