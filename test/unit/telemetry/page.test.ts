import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TelemetryDestination } from '../../../src/api/telemetry.ts';
import { destinationsPage } from '../../../src/telemetry/page.ts';
import { translate } from '../translate.ts';

const suspended: TelemetryDestination = {
  id: 'tel_1',
  signal: 'logs',
  endpoint: 'https://user:hidden@otlp.example.com/v1/logs',
  protocol: 'http/protobuf',
  headers: [
    { name: 'x-api-key', isSecret: true },
    { name: 'x-dataset', value: 'weather', isSecret: false },
    { name: 'authorization', value: 'Bearer hidden', isSecret: false },
    { name: 'x-empty', isSecret: false },
  ],
  status: 'suspended',
  lastFailureReason: 'timeout',
  isScopedToIntentionalRequestsOnly: true,
};

describe('the page of telemetry destinations', () => {
  test('says what is wrong, what to do, and no secret', () => {
    const page = destinationsPage([suspended], 'production', translate);
    for (const part of [
      'the receiver did not answer in time',
      'Check the load of the receiver',
      '` https://•••@otlp.example.com/v1/logs `',
      '` HTTP/protobuf `',
      '` x-api-key ` secret (not shown)',
      '` x-dataset ` = ` weather `',
      'plain, but named like a credential (not shown)',
      '` x-empty ` plain, no value',
      'Gets intentional requests only',
      '` tel_1 `',
    ]) {
      assert.ok(page.includes(part), `${part}\n${page}`);
    }
    assert.doesNotMatch(page, /hidden/);
  });

  test('says how a suspended one comes back, and only of such', () => {
    assert.match(
      destinationsPage([suspended], 'p', translate),
      /Activate again.*web dashboard of the service/,
    );
    const active = { ...suspended, status: 'active' };
    const page = destinationsPage([active], 'p', translate);
    assert.doesNotMatch(page, /Activate again/);
    assert.match(destinationsPage([suspended], 'p', translate), /\*\*Status\*\* \| ⚠ \*\*` suspended `\*\*/);
    assert.match(page, /\*\*Status\*\* \| ` active `/);
    assert.match(page, /\*\*Headers\*\* \| ` x-api-key `/);
    const bare = destinationsPage([{ ...active, headers: [] }], 'p', translate);
    assert.match(bare, /\*\*Headers\*\* \| none/);
  });

  test('tells those on one host apart', () => {
    const at = (id: string, endpoint: string, signal = 'logs') => ({ ...suspended, id, endpoint, signal });
    const all = [
      at('one', 'https://a.example/v1/logs'),
      at('two', 'https://a.example/other/'),
      at('three', 'https://a.example/v1/logs?token=hidden'),
      at('four', 'https://a.example/v1/logs', 'traces'),
    ];
    const heads = destinationsPage(all, 'p', translate).match(/(?<=^## ).*/gm);
    assert.deepEqual(
      heads?.map((head) => head.replaceAll('\\', '')),
      [
        'Logs to a.example/v1/logs (one)',
        'Logs to a.example/other',
        'Logs to a.example/v1/logs (three)',
        'Traces to a.example/v1/logs',
      ],
    );
  });

  test('begins with those that are suspended', () => {
    const ids = ['one', 'two', 'three'].map((id) => ({
      ...suspended,
      id,
      status: id === 'two' ? 'suspended' : 'active',
    }));
    const shown = destinationsPage(ids, 'p', translate).match(/(?<=ID\*\* \| ` )\w+/g);
    assert.deepEqual(shown, ['two', 'one', 'three']);
  });

  test('says that there are none, and what they are for', () => {
    const page = destinationsPage([], 'production', translate);
    assert.match(page, /There are none\. The service exports logs/);
  });

  test('keeps hostile text text, and its table a table', () => {
    const odd = fc.string({
      unit: fc.constantFrom('`', '|', '<', '>', '[', ']', '(', '\n', '#', '*', 'a', '\\', '@', '='),
    });
    const calm = destinationsPage(
      [{ ...suspended, headers: [{ name: 'a', value: 'b', isSecret: false }] }],
      'p',
      translate,
    );
    fc.assert(
      fc.property(odd, (text) => {
        const headers = [{ name: text, value: text, isSecret: false }];
        const facts = { signal: text, endpoint: text, protocol: text, lastFailureReason: text };
        const page = destinationsPage([{ ...suspended, ...facts, id: text, headers }], text, translate);
        const lines = page.split('\n');
        assert.equal(lines.length, calm.split('\n').length, page);
        for (const line of lines.filter((one) => one.startsWith('| '))) {
          assert.equal(line.match(/(?<!\\)\|/g)?.length, 3, line);
        }
        assert.ok(
          !lines.some((line) => /(^|[^\\])<(?!br>)/.test(line.replace(/(`+) .*? \1(?!`)/g, ''))),
          page,
        );
      }),
    );
  });
});
