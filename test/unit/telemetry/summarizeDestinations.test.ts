import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TelemetryDestination } from '../../../src/api/telemetry.ts';
import { summarizeDestinations } from '../../../src/telemetry/summarizeDestinations.ts';

const suspended: TelemetryDestination = {
  id: 'tel_1',
  signal: 'logs',
  endpoint: 'https://user:hidden@otlp.example.com/v1/logs',
  protocol: 'http/protobuf',
  headers: [
    { name: 'x-api-key', isSecret: true },
    { name: 'x-dataset', value: 'hidden', isSecret: false },
    { name: 'authorization', value: 'Bearer hidden', isSecret: false },
    { name: 'x-empty', isSecret: false },
  ],
  status: 'suspended',
  lastFailureReason: 'timeout',
  isScopedToIntentionalRequestsOnly: true,
};
const active = { ...suspended, status: 'active' };

describe('the summary of telemetry destinations', () => {
  test('contains the failure and its remedies, but no secret', () => {
    const [facts] = summarizeDestinations([suspended]);
    assert.equal(facts?.failure?.reason, "the receiver didn't respond in time");
    assert.match(facts?.failure?.remedy ?? '', /receiver's load/);
    assert.equal(facts?.endpoint, 'https://•••@otlp.example.com/v1/logs');
    assert.deepEqual(facts?.headers, [
      { name: 'x-api-key', kind: 'secret' },
      { name: 'x-dataset', kind: 'plain' },
      { name: 'authorization', kind: 'plain, but looks like a secret' },
      { name: 'x-empty', kind: 'plain, no value' },
    ]);
    assert.doesNotMatch(JSON.stringify(facts), /hidden/);
    const { title, status, protocol, scope, isSuspended } = facts;
    assert.deepEqual(
      { title, status, protocol, scope, isSuspended },
      {
        title: 'Logs to otlp.example.com/v1/logs',
        status: 'suspended',
        protocol: 'HTTP/protobuf',
        scope: 'Intentional requests only',
        isSuspended: true,
      },
    );
  });

  test('has the last failure of an active destination, and no failure for healthy ones', () => {
    const [failed] = summarizeDestinations([active]);
    assert.match(failed?.failure?.remedy ?? '', /receiver's load/);
    const { lastFailureReason: _, endpoint: _none, ...well } = active;
    const [facts] = summarizeDestinations([well]);
    assert.equal(facts?.failure, undefined);
    assert.equal(facts?.endpoint, undefined);
    const [without] = summarizeDestinations([{ ...well, status: 'suspended' }]);
    assert.equal(without?.failure?.reason, "the service didn't report a reason");
  });

  test('begins with suspended destinations, and distinguishes those on one host', () => {
    const at = (id: string, endpoint: string, signal = 'logs', status = 'active') => ({
      ...active,
      id,
      endpoint,
      signal,
      status,
    });
    const all = [
      at('one', 'https://a.example/v1/logs'),
      at('two', 'https://a.example/other/', 'logs', 'suspended'),
      at('three', 'https://a.example/v1/logs?token=hidden'),
      at('four', 'https://a.example/v1/logs', 'traces'),
    ];
    assert.deepEqual(
      summarizeDestinations(all).map(({ title }) => title),
      [
        'Logs to a.example/other',
        'Logs to a.example/v1/logs (one)',
        'Logs to a.example/v1/logs (three)',
        'Traces to a.example/v1/logs',
      ],
    );
  });
});
