import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  containsCredential,
  formatEndpointLocation,
  getEndpointHost,
  isCredentialName,
  maskCredentials,
} from '../../../src/telemetry/endpoint.ts';
import { describeExportFailure, failureReasons } from '../../../src/telemetry/exportFailure.ts';
import { destinationStatusText, protocolText, signalText } from '../../../src/telemetry/texts.ts';

describe('the reasons of failures', () => {
  test('are the ten of the specification, each with its own text and remedy', () => {
    assert.deepEqual([...failureReasons].sort(), [
      'blocked-target',
      'credentials',
      'invalid-payload',
      'partial-rejection',
      'receiver-error',
      'timeout',
      'unexpected-status',
      'unreachable',
      'wrong-path',
      'wrong-protocol',
    ]);
    const said = failureReasons.map((lastFailureReason) =>
      describeExportFailure({ lastFailureReason, signal: 'logs', protocol: 'http/json' }),
    );
    assert.equal(new Set(said.map(({ reason }) => reason)).size, 10);
    assert.equal(new Set(said.map(({ remedy }) => remedy)).size, 10);
    for (const [index, { reason, remedy }] of said.entries()) {
      assert.notEqual(reason, failureReasons[index]);
      assert.match(remedy, /^[A-Z].*\.$/);
    }
  });

  test('have a remedy with the value to change', () => {
    const remedy = (lastFailureReason: string, signal: string, protocol: string) =>
      describeExportFailure({ lastFailureReason, signal, protocol }).remedy;
    assert.match(remedy('wrong-path', 'traces', ''), /\/v1\/traces/);
    assert.match(remedy('wrong-path', 'unheard-of', ''), /\/v1\/logs/);
    assert.match(remedy('wrong-protocol', 'logs', 'http/json'), /HTTP\/protobuf/);
    assert.match(remedy('wrong-protocol', 'logs', 'http/protobuf'), /HTTP\/JSON/);
    assert.match(remedy('invalid-payload', 'metrics', ''), /metrics/);
  });

  test('have a text if they are missing or unknown', () => {
    assert.equal(describeExportFailure({}).reason, "the service didn't report a reason");
    for (const odd of ['moon-phase', 'constructor', '__proto__', '']) {
      const { reason, remedy } = describeExportFailure({ lastFailureReason: odd });
      assert.equal(reason, `${odd} (unknown reason)`);
      assert.notEqual(remedy, '');
    }
  });
});

test('unknown values of the service are shown unchanged, and missing ones as a text', () => {
  assert.deepEqual(
    [signalText, protocolText, destinationStatusText].flatMap((word) => [word('odd'), word(undefined)]),
    ['odd', 'Unknown signal', 'odd', 'unknown protocol', 'odd', 'unknown status'],
  );
});

describe('an endpoint', () => {
  const shown: readonly (readonly [string, string])[] = [
    ['https://user:hidden@a.example/v1/logs', 'https://•••@a.example/v1/logs'],
    ['https://hidden@a.example', 'https://•••@a.example'],
    ['HTTP://u:hid%40den@a.example:4318', 'HTTP://•••@a.example:4318'],
    ['https://u:hid@den@a.example', 'https://•••@a.example'],
    ['https:\\\\u:hidden@a.example', 'https:\\\\•••@a.example'],
    ['ht\ttps://u:hid\nden@a.example', 'https://•••@a.example'],
    ['u:hidden@a.example:4318', 'u:•••@a.example:4318'],
    ['//u:hidden@a.example', '//•••@a.example'],
    ['https://a.example/?api_key=hidden&x=1', 'https://a.example/?api_key=•••&x=1'],
    ['https://a.example/?x=1&access%5Ftoken=hidden', 'https://a.example/?x=1&access%5Ftoken=•••'],
    ['https://a.example/#sig=hidden', 'https://a.example/#sig=•••'],
    [`https://a.example/otlp/${'hidden9_'.repeat(4)}/v1/logs`, 'https://a.example/otlp/•••/v1/logs'],
  ];
  for (const [endpoint, expected] of shown) {
    test(`is shown without its credential: ${JSON.stringify(endpoint)}`, () => {
      assert.equal(maskCredentials(endpoint), expected);
      assert.ok(containsCredential(endpoint));
      assert.doesNotMatch(`${getEndpointHost(endpoint)} ${formatEndpointLocation(endpoint)}`, /hidden|hid/);
    });
  }

  test('without a credential is shown unchanged', () => {
    for (const endpoint of [
      'https://otlp.example.com/v1/logs',
      'https://otlp.example.com/a@b?dataset=weather',
      'otlp.example.com:4318',
      'https://otlp.example.com/a-path-of-many-words-that-is-no-key-at-all/v1',
      'nonsense',
      '',
    ]) {
      assert.equal(maskCredentials(endpoint), endpoint);
      assert.equal(containsCredential(endpoint), false);
    }
  });

  test('is shortened for a row', () => {
    assert.equal(getEndpointHost('https://otlp.example.com:4318/v1/logs'), 'otlp.example.com:4318');
    assert.equal(
      formatEndpointLocation('https://otlp.example.com:4318/v1/logs/?a=b#c'),
      'otlp.example.com:4318/v1/logs',
    );
    assert.equal(formatEndpointLocation('https://user:hidden@otlp.example.com'), 'otlp.example.com');
    assert.equal(
      formatEndpointLocation(`https://a.example/otlp/${'hidden9_'.repeat(4)}/v1`),
      'a.example/otlp/•••/v1',
    );
    assert.equal(formatEndpointLocation('nonsense'), 'nonsense');
    assert.equal([...formatEndpointLocation(`https://a.example/${'x'.repeat(2000)}`)].length, 81);
    assert.equal(getEndpointHost(`no address ${'😀'.repeat(2000)}`).length < 200, true);
    assert.equal([...getEndpointHost('x'.repeat(2048))].length, 81);
  });
});

test('names that suggest credentials are recognized', () => {
  for (const name of [
    'authorization',
    'X-API-Key',
    'apikey',
    'x-auth-token',
    'Cookie',
    'DD-API-KEY',
    'clientSecret',
    'x-sig',
    'api_key',
  ]) {
    assert.ok(isCredentialName(name), name);
  }
  for (const name of ['x-dataset', 'x-scope-orgid', 'content-type', 'design', 'x-path', 'stream-name', '']) {
    assert.ok(!isCredentialName(name), name);
  }
});
