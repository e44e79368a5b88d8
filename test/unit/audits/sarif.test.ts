import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Log, Result } from 'sarif';
import { formatAuditAsSarif } from '../../../src/audits/export/sarif.ts';
import type { ToolLocation } from '../../../src/audits/export/sarifLocation.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';
import { anyAudit, auditOf, hostile } from './sample.ts';
import { brokenRules, uriOf } from './sarifRules.ts';

type AnyAudit = ReturnType<typeof auditOf>;

const logOf = (audit: AnyAudit, places?: ReadonlyMap<string, ToolLocation>): Log =>
  JSON.parse(formatAuditAsSarif(audit, '1.0.0', places));
const resultsOf = (log: Log): readonly Result[] => log.runs[0]?.results ?? [];

const bare = { checkId: 'bare', status: 'fail' };
const aboutTool = (name: string, more: object = {}) => ({
  checkId: 'described',
  status: 'fail',
  details: [{ label: 'Tool', value: name }],
  ...more,
});
const place = (path: string): ToolLocation => ({ path, line: 4, character: 2, length: 4 });

/** A target, and the URI of a result without a place in the repository. */
const targets: readonly (readonly [string | undefined, string])[] = [
  [undefined, 'mcp-server'],
  ['', 'mcp-server'],
  ['../../etc/passwd', 'mcp-server'],
  ['stdio:server', 'mcp-server'],
  ['file:///etc/passwd', 'mcp-server'],
  ['https://weather.example.com', 'weather.example.com'],
  ['https://weather.example.com/', 'weather.example.com'],
  ['https://me:pw@weather.example.com/mcp?token=abc#part', 'weather.example.com/mcp'],
  ['http://localhost:8080/mcp/', 'localhost%3A8080/mcp'],
  ['http://[::1]:8080/a', '%5B%3A%3A1%5D%3A8080/a'],
  ['https://h.example//a/../%2e%2e/./b c/%zz/%41', 'h.example/b%20c/%25zz/%41'],
  ['https://münchen.example/ü|[x]^', 'xn--mnchen-3ya.example/%C3%BC%7C%5Bx%5D%5E'],
];

describe('a SARIF log for code scanning', () => {
  test('locates each result in the target by a relative URI', () => {
    for (const [targetUrl, uri] of targets) {
      const log = logOf(auditOf([bare, { status: 'skip' }, { status: 'mended' }], { targetUrl }));
      assert.deepEqual(brokenRules(log), [], targetUrl);
      assert.deepEqual(resultsOf(log).map(uriOf), [uri, uri, uri], targetUrl);
      assert.doesNotMatch(JSON.stringify(log), /pw|abc/);
    }
  });

  test('locates a result in the definition of its tool where that is known', () => {
    const places = new Map([
      ['echo', place('src/echo.ts')],
      ['odd', place('/my dir/ünï %25 #[x]?/../a:b.ts')],
      ['lone', place('a\ud800/b.ts')],
    ]);
    const checks = ['echo', 'odd', 'lone', 'unknown'].map((name) => aboutTool(name));
    const log = logOf(auditOf(checks), places);
    assert.deepEqual(brokenRules(log), []);
    assert.deepEqual(resultsOf(log).map(uriOf), [
      'src/echo.ts',
      'my%20dir/%C3%BCn%C3%AF%20%2525%20%23%5Bx%5D%3F/a%3Ab.ts',
      'a%EF%BF%BD/b.ts',
      'weather.example.com/mcp',
    ]);
    assert.deepEqual(resultsOf(log)[0]?.locations?.[0]?.physicalLocation?.region, {
      startLine: 5,
      startColumn: 3,
      endLine: 5,
      endColumn: 7,
    });
  });

  test('describes each rule, whatever the service sent of it', () => {
    const rulesOf = (...checks: readonly object[]) => logOf(auditOf(checks)).runs[0]?.tool.driver.rules;
    assert.deepEqual(rulesOf({ checkId: 'x', checkName: 'Named', status: 'pass' }), [
      {
        id: 'x',
        shortDescription: { text: 'Named' },
        fullDescription: { text: 'Named' },
        help: { text: 'Named' },
        defaultConfiguration: { level: 'error' },
      },
    ]);
    // What one result lacks, another one of the same rule may have.
    const [rule] =
      rulesOf(
        { checkId: 'x', status: 'fail', severity: 'warning', description: ' ' },
        {
          checkId: 'x',
          status: 'fail',
          description: 'Each tool has one.',
          category: 'tools',
          hint: { text: 'See https://modelcontextprotocol.io/docs/tools.' },
        },
      ) ?? [];
    assert.deepEqual(rule, {
      id: 'x',
      shortDescription: { text: 'x' },
      fullDescription: { text: 'Each tool has one.' },
      help: { text: 'Each tool has one.\n\nSee https://modelcontextprotocol.io/docs/tools.' },
      helpUri: 'https://modelcontextprotocol.io/docs/tools',
      defaultConfiguration: { level: 'warning' },
      properties: { tags: ['tools'] },
    });
    const hinted = (text: string) => rulesOf({ checkId: 'x', status: 'fail', hint: { text } })?.[0]?.helpUri;
    assert.equal(hinted('Read it (https://a.example/b?c=d).'), 'https://a.example/b?c=d');
    assert.equal(hinted('Not https://me:pw@a.example/'), undefined);
    assert.equal(hinted('Not command:workbench.action.quit'), undefined);
  });

  test('recognizes a result in the next audit, whatever else was found there', () => {
    const printsOf = (...checks: readonly object[]) =>
      resultsOf(logOf(auditOf(checks))).map(({ partialFingerprints }) => partialFingerprints?.['checkId/v1']);
    const [, second] = printsOf(
      aboutTool('one', { message: '84 ms' }),
      aboutTool('two', { message: '84 ms' }),
    );
    assert.deepEqual(printsOf(aboutTool('two', { message: '12 ms' })), [second]);
    assert.deepEqual(printsOf(bare, bare), ['bare#1', 'bare#2']);
  });

  const edges: Readonly<Record<string, AnyAudit>> = {
    'no checks': auditOf([]),
    'no report': auditOf([], { report: null }),
    'only checks that passed': auditOf([{ checkId: 'a', status: 'pass' }]),
    'long texts': auditOf([
      {
        checkId: 'long',
        status: 'fail',
        checkName: `${'n'.repeat(1022)}😀😀`,
        message: '{'.repeat(50_000),
        description: 'd'.repeat(50_000),
      },
    ]),
    'an end before the start': auditOf([bare], {}, { completedAt: '2025-01-01T00:00:00.000Z' }),
    'a year of five digits': auditOf([bare], {}, { startedAt: '+012026-01-01T00:00:00.000Z' }),
    ...Object.fromEntries(
      hostile.map((text) => [
        text,
        auditOf([{ checkId: text, checkName: text, description: text, message: text, status: 'fail' }]),
      ]),
    ),
  };
  for (const [name, audit] of Object.entries(edges)) {
    test(`breaks no rule: ${JSON.stringify(name)}`, () => assert.deepEqual(brokenRules(logOf(audit)), []));
  }

  test('keeps the most severe of more results than are accepted', () => {
    const warnings = Array.from({ length: 25_001 }, () => ({ ...bare, severity: 'warning' }));
    const log = logOf(auditOf([...warnings, { ...bare, severity: 'error' }]));
    assert.deepEqual(brokenRules(log), []);
    assert.equal(resultsOf(log)[0]?.level, 'error');
  });

  test('breaks no rule, whatever the service sends and the workspace has', () => {
    const anyPlace = fc.record({
      path: fc.string({ unit: unicodeCharacter, minLength: 1 }).map((path) => `src/${path}`),
      line: fc.nat(),
      character: fc.nat(),
      length: fc.nat(128),
    });
    fc.assert(
      fc.property(anyAudit, anyPlace, (audit, found) => {
        const all = new Map([['echo', found]]);
        const report = { ...audit.report, results: [...(audit.report?.results ?? []), aboutTool('echo')] };
        assert.deepEqual(
          brokenRules(logOf(auditOf(report.results, { targetUrl: audit.targetUrl }), all)),
          [],
        );
      }),
      { numRuns: 100 },
    );
  });
});
