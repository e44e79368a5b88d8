import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatLog } from '../../../src/agentTools/formatLog.ts';
import { maxResultLength } from '../../../src/agentTools/formatResult.ts';
import { maxLogEntryLength } from '../../../src/agentTools/inputSchemas.ts';
import { createLogReading } from '../../../src/logs/excerpt/createLogReading.ts';
import { LogStore } from '../../../src/logs/store/logStore.ts';
import { logEntry } from '../../kit/entries.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const start = Date.UTC(2026, 10, 21, 10);

interface EntryPlan {
  readonly content: string;
  readonly requestId?: string | undefined;
  readonly type?: string;
}

function format(plans: readonly EntryPlan[], maxEntryLength = 1000, isContinuable = true): string {
  const store = new LogStore(() => start);
  store.add(
    plans.map(({ content, requestId, type = 'INFO' }, index) =>
      logEntry(start + index, content, { type, ...(requestId !== undefined && { requestId }) }),
    ),
  );
  const reading = createLogReading({ store, slots: store.order, hasOlder: false, mask: (text) => text });
  return formatLog({ intro: [], reading, maxEntryLength, isContinuable })(maxResultLength);
}

describe('the log in a result', () => {
  test('never exceeds the limit, and has at least one entry', () => {
    const plan = fc.record({
      content: fc.oneof(
        fc.string({ unit: unicodeCharacter, maxLength: 100 }),
        fc.nat(30_000).map((length) => 'x'.repeat(length)),
      ),
      requestId: fc.option(fc.oneof(fc.constantFrom('a', 'b'), fc.string({ maxLength: 2000 })), {
        nil: undefined,
      }),
      type: fc.constantFrom('INFO', 'ERROR', 'START', 'END', 'y'.repeat(500)),
    });
    fc.assert(
      fc.property(
        fc.array(plan, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 100, max: maxLogEntryLength }),
        fc.boolean(),
        (plans, maxEntryLength, isContinuable) => {
          const text = format(plans, maxEntryLength, isContinuable);
          assert.ok(text.length <= maxResultLength, `${text.length}`);
          assert.match(text, /^(All|The newest) [1-9]/);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('of 100,000 entries states what is left out, and how to get it', () => {
    const text = format(
      Array.from({ length: 100_000 }, (_, index) => ({
        content: `entry ${index} ${'x'.repeat(60)}`,
        requestId: `r${Math.floor(index / 3)}`,
        type: index === 50_000 ? 'ERROR' : 'INFO',
      })),
    );
    assert.ok(text.length <= maxResultLength && text.length > 0.8 * maxResultLength, `${text.length}`);
    const [newest, errors, rest] = text.split('\n');
    assert.match(newest ?? '', /^The newest \d+ of 100000 entries, from /);
    assert.match(
      errors ?? '',
      /^Requests with errors are first, also older ones: 1 of 1 errors\. .*levels: \["ERROR"\]/,
    );
    assert.match(rest ?? '', /until: "2026-.*"\. To get fewer, use levels, text, requestId, or since\.$/);
    assert.match(text, /\nRequest r16666: /);
  });

  test('shows a long entry up to the maximum, and states where the rest is', () => {
    const [content, requestId] = ['x'.repeat(30_000), 'a'];
    assert.match(
      format([{ content, requestId }]),
      /1 entries are shortened\. To get more of them, use maxEntryLength\./,
    );
    const text = format([{ content, requestId }], maxLogEntryLength);
    assert.match(text, /x{5900}/);
    assert.match(text, /The user can open the log in the editor\./);
  });
});
