import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnoseConnection } from '../../../src/inspector/connectionSteps.ts';

const url = 'https://mcp.example.com/mcp';
const exchange = (status: number) => ({ method: 'POST', status, durationMs: 1, namesSignIn: status === 401 });
const failedAt = (statuses: readonly number[]) =>
  diagnoseConnection({ url, exchanges: statuses.map(exchange), isInitialized: false, failure: 'The words' })
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name }) => name);

test('a rejection is the reason until the server accepts a request', () => {
  assert.deepEqual(failedAt([401]), ['authorization']);
  assert.deepEqual(failedAt([401, 405]), ['authorization']);
  assert.deepEqual(failedAt([200, 401]), ['authorization']);
  assert.deepEqual(failedAt([401, 200]), ['initialize']);
  assert.deepEqual(failedAt([401, 200, 500]), ['http']);
});

test('a request without a response is the reason, unless the server requires authorization', () => {
  const failedBefore = (status: number) =>
    diagnoseConnection({
      url,
      exchanges: [exchange(status)],
      isInitialized: false,
      isUnanswered: true,
      failure: "The server didn't respond in time.",
    }).find(({ outcome }) => outcome === 'failed')?.name;
  assert.equal(failedBefore(405), 'initialize');
  assert.equal(failedBefore(500), 'initialize');
  assert.equal(failedBefore(401), 'authorization');
});

test('steps that passed stay passed when the connection is lost', () => {
  const steps = diagnoseConnection({
    url,
    exchanges: [exchange(200)],
    isInitialized: true,
    listResult: true,
    isLost: true,
    failure: 'The connection was closed.',
  });
  assert.deepEqual(
    steps.map(({ name, outcome, text }) => [name, text ?? outcome]),
    [
      ['name', 'passed'],
      ['reach', 'The connection was closed.'],
      ['tls', 'passed'],
      ['http', 'passed'],
      ['authorization', 'passed'],
      ['initialize', 'passed'],
      ['list', 'passed'],
    ],
  );
});
