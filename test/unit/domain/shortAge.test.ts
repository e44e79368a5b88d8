import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatShortAge } from '../../../src/domain/age.ts';
import { formatLatestDeploymentTexts } from '../../../src/domain/deploymentText.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('a short age has one unit, which is never ambiguous', () => {
  for (const [ms, text] of [
    [-1, 'just now'],
    [minute - 1, 'just now'],
    [54 * minute, '54m'],
    [2 * hour + 59 * minute, '2h'],
    [29 * day, '29d'],
    [65 * day, '2mo ago'],
    [800 * day, '2y ago'],
  ] as const) {
    assert.equal(formatShortAge(ms, 'en'), text);
  }
  assert.equal(formatShortAge(3 * day, 'de'), '3 T');
});

test('the short text of a deployment names its status unless it succeeded', () => {
  const completedAt = new Date(0).toISOString();
  for (const [status, short, long] of [
    ['deployed', '2h', 'deployed 2 hours ago'],
    ['failed', 'failed 2h', 'failed 2 hours ago'],
    ['canceled', 'canceled 2h', 'canceled 2 hours ago'],
    ['ongoing', 'deploying...', 'deploying...'],
    ['newer', 'newer 2h', 'newer 2 hours ago'],
  ] as const) {
    assert.deepEqual(formatLatestDeploymentTexts({ status, completedAt }, 'en', 2 * hour), {
      short,
      long,
      ...(status === 'ongoing' && { isRunning: true }),
    });
  }
  assert.equal(formatLatestDeploymentTexts({ status: 'deployed' }, 'en', 0).short, 'deployed');
});
