import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readDeploymentError, summarizeErrors } from '../../../src/logs/readErrors.ts';

const entry = (timestamp: string, content: string, type = 'ERROR') => ({ timestamp, type, content });
const now = Date.parse('2026-03-01T12:00:00.000Z');
const summarize = (entries: Parameters<typeof summarizeErrors>[0]) => summarizeErrors(entries, now);
const describeContent = (content: string) =>
  summarize([entry('2026-03-01T10:00:00.000Z', content)]).errors[0]?.text;

describe('the latest errors', () => {
  test('are the newest five entries of the level, the newest first', () => {
    const entries = Array.from({ length: 8 }, (_, index) =>
      entry(`2026-03-01T10:0${index}:00.000Z`, `e${index}`),
    );
    const other = [entry('2026-03-01T11:00:00.000Z', 'fine', 'INFO'), entry('not a time', 'undated')];
    assert.deepEqual(
      summarize([...entries, ...other]).errors.map(({ text }) => text),
      ['e7', 'e6', 'e5', 'e4', 'e3'],
    );
  });

  test('are one error with a count and the latest time if their texts are the same', () => {
    const at = (minute: number) => Date.parse('2026-03-01T10:00:00.000Z') + minute * 60_000;
    const entries = ['e', 'e', 'f', 'e', 'g'].map((text, index) =>
      entry(new Date(at(index)).toISOString(), `${text}\n    at ${index}`),
    );
    assert.deepEqual(summarize(entries).errors, [
      { text: 'g', time: at(4), count: 1 },
      { text: 'e', time: at(3), count: 3 },
      { text: 'f', time: at(2), count: 1 },
    ]);
    const logged = ['Error: no rain', 'no rain', 'Error: no rain'].map((text, index) =>
      entry(new Date(at(index)).toISOString(), text),
    );
    assert.deepEqual(summarize(logged).errors, [{ text: 'Error: no rain', time: at(2), count: 3 }]);
  });

  test('of the last 24 hours are counted, as far as the log was read', () => {
    const entries = [
      entry('2026-02-28T11:59:00.000Z', 'earlier'),
      entry('2026-02-28T12:01:00.000Z', 'a'),
      entry('2026-03-01T11:00:00.000Z', 'a'),
    ];
    const count = ({ dayCount, isDayIncomplete }: ReturnType<typeof summarize>) => [
      dayCount,
      isDayIncomplete,
    ];
    assert.deepEqual(count(summarize(entries)), [2, false]);
    // The rows add up to the number.
    assert.deepEqual(
      summarize(entries).errors.map(({ text }) => text),
      ['a'],
    );
    assert.deepEqual(
      summarize(entries.slice(0, 1)).errors.map(({ text }) => text),
      ['earlier'],
    );
    assert.deepEqual(count(summarize([])), [0, false]);
    const many = Array.from({ length: 100 }, () => entry('2026-03-01T11:00:00.000Z', 'a'));
    assert.deepEqual(count(summarize(many)), [100, true]);
  });

  test('have one line: the message of JSON, or the first line', () => {
    assert.equal(describeContent('\u001b[31mError: no\u001b[0m\n    at run (a.js:1:2)'), 'Error: no');
    assert.equal(describeContent('{\n  "level": "error",\n  "message": "no rain"\n}'), 'no rain');
    assert.equal(describeContent('{"msg":"no wind"}'), 'no wind');
    assert.equal(describeContent('{"error":{"message":"no sun"}}'), 'no sun');
    assert.equal(describeContent('{"error":"no snow"}'), 'no snow');
    assert.equal(describeContent('{"message":7}'), '{"message":7}');
    assert.equal(describeContent('{"message":'), '{"message":');
    assert.equal(describeContent(''), '(no message)');
  });

  test('are plain texts of limited length for any content', () => {
    const part = fc.constantFrom('{"message":"', '"}', '\u202e', '\u001b[2J', '\n', '\r', 'x🌧', ' ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.nat(2000), (parts, repeats) => {
        const text = describeContent(parts.join('') + 'y'.repeat(repeats)) ?? '';
        assert.ok([...text].length <= 301);
        assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

describe('the error of a deployment', () => {
  const read = (...lines: readonly string[]) => {
    const requests: string[] = [];
    const deployments = {
      getLogs: async (deploymentId: string) => {
        requests.push(deploymentId);
        return { logs: lines.map((content) => ({ content })), hasMoreLogs: false };
      },
    };
    const client = { deployments } as unknown as Parameters<typeof readDeploymentError>[0];
    return readDeploymentError(client, 'd', new AbortController().signal).then((text) => ({
      text,
      requests,
    }));
  };

  test('is the first error of its log, or the last line without one, from one request', async () => {
    assert.deepEqual(
      await read('Cloning...\n', 'src/a.ts(1,2): error TS2345: no\n', 'error: later\n', 'Failed\n'),
      { text: 'src/a.ts(1,2): error TS2345: no', requests: ['d'] },
    );
    assert.equal((await read('Cloning...\n', 'The runner stopped\n', 'Failed\n')).text, 'The runner stopped');
    assert.equal((await read()).text, undefined);
  });
});
