import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TelemetryDestination } from '../../../src/api/telemetry.ts';
import { createCollectorConfig } from '../../../src/telemetry/collectorConfig.ts';
import { readYaml } from '../../harness/readYaml.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const plain: TelemetryDestination = {
  id: 'tel_1',
  signal: 'logs',
  endpoint: 'https://otlp.example.com/v1/logs',
  protocol: 'http/protobuf',
  headers: [],
  status: 'active',
  isScopedToIntentionalRequestsOnly: false,
};
const header = (name: string, value: string | undefined, isSecret = false) => ({
  name,
  isSecret,
  ...(value !== undefined && { value }),
});
const config = (...destinations: readonly TelemetryDestination[]): string =>
  createCollectorConfig(destinations, 'weather/production') ?? '';

interface Config {
  readonly receivers: unknown;
  readonly exporters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly service: { readonly pipelines: Readonly<Record<string, { readonly exporters: string[] }>> };
}
const parsed = (text: string): Config => readYaml(text) as Config;

describe('the configuration of a Collector', () => {
  test('names an unknown protocol', () => {
    assert.match(config({ ...plain, protocol: 'carrier pigeon' }), /# Unknown protocol: carrier pigeon\n/);
    const { protocol: _, ...without } = plain;
    assert.match(config(without), /# The service didn't report a protocol\.\n/);
  });

  test('contains receivers, exporters, and pipelines', () => {
    const text = config(
      { ...plain, headers: [header('x-api-key', undefined, true), header('x-dataset', 'weather')] },
      {
        ...plain,
        id: 'tel_2',
        signal: 'traces',
        endpoint: 'https://t.example/x',
        protocol: 'http/json',
      },
      { ...plain, id: 'tel_3', headers: [header('x-api-key', undefined, true)] },
    );
    assert.deepEqual(parsed(text), {
      receivers: {
        otlp: { protocols: { grpc: { endpoint: 'localhost:4317' }, http: { endpoint: 'localhost:4318' } } },
      },
      exporters: {
        'otlphttp/logs_otlp_example_com': {
          logs_endpoint: 'https://otlp.example.com/v1/logs',
          encoding: 'proto',
          headers: {
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the Collector's own form.
            'x-api-key': '${env:OTLP_LOGS_OTLP_EXAMPLE_COM_X_API_KEY}',
            'x-dataset': 'weather',
          },
        },
        'otlphttp/traces_t_example': { traces_endpoint: 'https://t.example/x', encoding: 'json' },
        'otlphttp/logs_otlp_example_com_2': {
          logs_endpoint: 'https://otlp.example.com/v1/logs',
          encoding: 'proto',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the Collector's own form.
          headers: { 'x-api-key': '${env:OTLP_LOGS_OTLP_EXAMPLE_COM_2_X_API_KEY}' },
        },
      },
      service: {
        pipelines: {
          logs: {
            receivers: ['otlp'],
            exporters: ['otlphttp/logs_otlp_example_com', 'otlphttp/logs_otlp_example_com_2'],
          },
          traces: { receivers: ['otlp'], exporters: ['otlphttp/traces_t_example'] },
        },
      },
    });
    const head = text.split('\n').filter((line) => line.startsWith('#'));
    assert.match(
      head.join('\n'),
      /OTLP_LOGS_OTLP_EXAMPLE_COM_X_API_KEY: the x-api-key header for logs at otlp/,
    );
    assert.match(head.join('\n'), /OTLP_LOGS_OTLP_EXAMPLE_COM_2_X_API_KEY/);
    // Two destinations on one host are distinguished by their IDs, not only by a number.
    assert.match(head.join('\n'), /COM_X_API_KEY: .* at otlp\.example\.com\/v1\/logs \(tel_1\)/);
    assert.match(head.join('\n'), /COM_2_X_API_KEY: .* at otlp\.example\.com\/v1\/logs \(tel_3\)/);
  });

  const suspended: TelemetryDestination = {
    ...plain,
    id: 'tel_2',
    signal: 'traces',
    endpoint: 'https://t.example/x',
    status: 'suspended',
    lastFailureReason: 'credentials',
    headers: [header('authorization', 'Bearer hidden')],
  };

  test('contains suspended destinations as comments, which can be activated', () => {
    const logs = { ...suspended, id: 'tel_3', signal: 'logs' };
    const text = config(plain, suspended, logs);
    const { exporters, service } = parsed(text);
    assert.deepEqual(Object.keys(exporters), ['otlphttp/logs_otlp_example_com']);
    assert.deepEqual(service.pipelines, {
      logs: { receivers: ['otlp'], exporters: ['otlphttp/logs_otlp_example_com'] },
    });
    assert.doesNotMatch(text, /hidden/);
    const lines = text.split('\n');
    for (const line of [
      "# This configuration doesn't require any environment variables.",
      '# Suspended by the service and therefore commented out: "otlphttp/traces_t_example", "otlphttp/logs_t_example"',
      '  # Suspended by the service: the receiver rejected the credentials.',
      '  #   OTLP_TRACES_T_EXAMPLE_AUTHORIZATION: the authorization header for traces at t.example/x',
      '  # "otlphttp/traces_t_example":',
      '    # Suspended exporters left out of the traces pipeline: "otlphttp/traces_t_example"',
      '    # Suspended exporters left out of the logs pipeline: "otlphttp/logs_t_example"',
    ]) {
      assert.ok(lines.includes(line), `${line}\n${text}`);
    }
    const taken = text.replaceAll(/^ {2}# (?="otlphttp| {2})/gm, '  ').replaceAll(/^ {4,}OTLP_.*$/gm, '');
    assert.deepEqual(parsed(taken).exporters['otlphttp/traces_t_example'], {
      traces_endpoint: 'https://t.example/x',
      encoding: 'proto',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the Collector's own form.
      headers: { authorization: '${env:OTLP_TRACES_T_EXAMPLE_AUTHORIZATION}' },
    });
  });

  test('explains that all destinations are suspended', () => {
    const text = config(suspended);
    assert.deepEqual(parsed(text).exporters, {});
    assert.deepEqual(parsed(text).service.pipelines, {});
    assert.match(text, /# This configuration has no active exporters/);
  });

  test('replaces possible credentials with environment variables', () => {
    const text = config({
      ...plain,
      endpoint: 'https://user:hidden@otlp.example.com/v1/logs?api_key=hidden',
      headers: [header('Authorization', 'Bearer hidden'), header('x-team', undefined)],
    });
    assert.doesNotMatch(text, /hidden/);
    const [exporter] = Object.values(parsed(text).exporters);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the Collector's own form.
    assert.equal(exporter?.['logs_endpoint'], '${env:OTLP_LOGS_OTLP_EXAMPLE_COM_ENDPOINT}');
    assert.match(text, /# {3}OTLP_LOGS_OTLP_EXAMPLE_COM_ENDPOINT: the logs endpoint/);
    assert.match(text, /# {3}OTLP_LOGS_OTLP_EXAMPLE_COM_AUTHORIZATION: the Authorization header/);
  });

  test('names the destinations that it leaves out', () => {
    const text = config(
      plain,
      { ...plain, id: 'odd_signal', signal: 'profiles' },
      { id: 'null', headers: [], isScopedToIntentionalRequestsOnly: false },
    );
    assert.equal(Object.keys(parsed(text).exporters).length, 1);
    assert.match(text, /# Left out .*: odd_signal, null/);
    assert.equal(createCollectorConfig([], 'x'), undefined);
    assert.equal(createCollectorConfig([{ ...plain, signal: 'profiles' }], 'x'), undefined);
    const unknown = config({ ...plain, protocol: 'grpc\nexporters: {}' });
    assert.equal(Object.values(parsed(unknown).exporters)[0]?.['encoding'], undefined);
  });

  test('is parsed with the original values, even with unusual characters', () => {
    const odd = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          '$',
          '{',
          '}',
          '"',
          '\\',
          '\n',
          '\r',
          '\u0085',
          '\u2028',
          ':',
          '#',
          "'",
          '😀',
          '\ud800',
          '\u0000',
          '%',
          '{{',
        ),
        fc.string({ unit: unicodeCharacter, minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(odd, odd, odd, odd, (value, tail, id, place) => {
        const endpoint = `https://a.example/${tail.replaceAll(/[?#&;=\t\r\n]/g, '')}`;
        const destination = { ...plain, id, endpoint, headers: [header('x-odd', value)] };
        const text =
          createCollectorConfig(
            [
              destination,
              { ...plain, id, signal: 'odd' },
              { ...destination, id: `${id}2`, status: 'suspended', lastFailureReason: value },
            ],
            place,
          ) ?? '';
        assert.equal(Object.keys(parsed(text).exporters).length, 1);
        const [exporter] = Object.values(parsed(text).exporters);
        // The Collector reads `$$` as `$`. A single `$` would start a reference.
        const collected = (written: unknown): string => {
          assert.doesNotMatch(String(written).replaceAll('$$', ''), /\$/);
          return String(written).replaceAll('$$', '$');
        };
        const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
        assert.equal(collected(Reflect.get(Object(exporter?.['headers']), 'x-odd')), whole(value));
        assert.equal(collected(exporter?.['logs_endpoint']), whole(endpoint));
        assert.deepEqual(Object.keys(parsed(text)), ['receivers', 'exporters', 'service']);
      }),
      { numRuns: 300 },
    );
  });

  test('accepts all valid header names, each once', () => {
    const names = ["A!#$%&'*+-.^_`|~9", 'x-one', 'X-One', '__proto__', ''];
    const text = config({ ...plain, headers: names.map((name) => header(name, `value of ${name}`)) });
    const headers = Object(Object.values(parsed(text).exporters)[0]?.['headers']);
    assert.deepEqual(Object.keys(headers), ["A!#$%&'*+-.^_`|~9", 'x-one', '__proto__']);
  });
});
