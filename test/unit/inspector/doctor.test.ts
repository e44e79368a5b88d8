import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsOf } from '../../../src/inspector/doctor.ts';

const url = 'https://mcp.example.com/mcp';
const exchange = (status: number) => ({ method: 'POST', status, durationMs: 1, namesSignIn: status === 401 });
const failedAt = (statuses: readonly number[]) =>
  stepsOf({ url, exchanges: statuses.map(exchange), isInitialized: false, failure: 'The words' })
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name }) => name);

test('a refusal counts until a request is taken', () => {
  assert.deepEqual(failedAt([401]), ['authorization']);
  assert.deepEqual(failedAt([401, 405]), ['authorization']);
  assert.deepEqual(failedAt([200, 401]), ['authorization']);
  assert.deepEqual(failedAt([401, 200]), ['initialize']);
  assert.deepEqual(failedAt([401, 200, 500]), ['http']);
});
