import fc from 'fast-check';
import { type Audit, type AuditResult, auditSchema } from '../../../src/api/audit.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';
import { webUrl } from '../../kit/webUrl.ts';

/** A check as it is read from the service. */
export function result(fields: Readonly<Record<string, unknown>> = {}): AuditResult {
  const [one] = auditOf([fields]).report?.results ?? [];
  if (!one) throw new Error('There is one check.');
  return one;
}

/** A finished audit with these checks, as it is read from the service. */
export function auditOf(
  results: readonly unknown[],
  fields: Readonly<Record<string, unknown>> = {},
  report: Readonly<Record<string, unknown>> = {},
): Audit {
  return auditSchema.parse({
    id: 'aud_1',
    targetUrl: 'https://weather.example.com/mcp',
    status: 'completed',
    durationMs: 8000,
    report: {
      startedAt: '2026-11-21T10:00:00.000Z',
      completedAt: '2026-11-21T10:00:08.000Z',
      ...report,
      results,
    },
    ...fields,
  });
}

/** What breaks viewers: markup, links, escape sequences, turns of direction. */
export const hostile = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '[run](command:workbench.action.quit) ![x](https://example.invalid/x.png)',
  '\u001B[31mred\u001B[0m\u0007\u0000',
  '\u202Edesrever\u2066\u200B\u{E0041}',
  '# heading\n- list\n| a | b |\n```\ncode\n````',
  '"> <a href="javascript:alert(1)">x</a> &lt; {0} {{1}}',
  '</style></title></script><!--',
  '  \ud800 lone',
];

const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: unicodeCharacter }),
);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const anyResult = fc.record({
  checkId: maybe(text),
  checkName: maybe(text),
  description: maybe(text),
  status: maybe(fc.oneof(fc.constantFrom('pass', 'fail', 'skip', 'pending'), text)),
  message: maybe(text),
  skipReason: maybe(text),
  severity: maybe(fc.oneof(fc.constantFrom('error', 'warning', 'info'), text)),
  category: maybe(text),
  platforms: maybe(fc.array(text, { maxLength: 3 })),
  durationMs: maybe(fc.nat(100_000)),
  details: maybe(fc.array(fc.record({ label: text, value: maybe(text) }), { maxLength: 3 })),
  hint: maybe(fc.record({ text })),
  unheardOf: maybe(text),
});

/** Any report that a service could send. */
export const anyAudit: fc.Arbitrary<Audit> = fc
  .record({
    id: text.filter((one) => one !== ''),
    targetUrl: maybe(fc.oneof(webUrl, text)),
    status: fc.constantFrom('completed', 'partial', 'failed', 'odd'),
    results: fc.array(
      fc.oneof({ weight: 9, arbitrary: anyResult }, { weight: 1, arbitrary: fc.jsonValue() }),
      { maxLength: 8 },
    ),
    platforms: fc.dictionary(text, fc.option(fc.boolean()), { maxKeys: 3 }),
    startedAt: maybe(fc.oneof(fc.constant('2026-11-21T10:00:00.000Z'), text)),
  })
  .map(({ results, platforms, startedAt, ...fields }) =>
    auditSchema.parse({ ...fields, report: { startedAt, isReadyForPlatform: platforms, results } }),
  );
