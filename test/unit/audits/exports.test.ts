import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { suggestExportName } from '../../../src/audits/export/exportFormats.ts';
import { formatReportAsHtml } from '../../../src/audits/export/html.ts';
import { formatReportAsMarkdown } from '../../../src/audits/export/markdown.ts';
import { formatAuditAsSarif } from '../../../src/audits/export/sarif.ts';
import { createReport } from '../../../src/audits/report/createReport.ts';
import { toVisibleText } from '../../../src/editor/webview/visibleText.ts';
import { readMarkdown } from '../readMarkdown.ts';
import { exportAs } from './exportAs.ts';
import { anyAudit, auditOf, hostile } from './sample.ts';

const view = (audit: ReturnType<typeof auditOf>, previous?: ReturnType<typeof auditOf>) =>
  createReport({ auditId: audit.id, targetUrl: '', audit, ...(previous && { previous }) });

const sample = auditOf(
  [
    {
      checkId: 'a',
      checkName: 'Described',
      status: 'fail',
      severity: 'error',
      category: 'tool-metadata',
      message: 'No {0}',
      hint: { text: 'Add one.\nOr two.' },
      details: [{ label: 'Tool', value: 'echo' }],
      platforms: ['one'],
    },
    {
      checkId: 'b',
      checkName: 'Quick',
      status: 'fail',
      severity: 'info',
      category: 'performance',
      message: '[x](y) C:\\z',
      durationMs: 84,
    },
    { checkId: 'c', checkName: 'Skipped', status: 'skip', skipReason: 'Not offered', severity: 'error' },
    { checkId: 'd', checkName: 'Fine', status: 'pass', severity: 'warning' },
    { checkId: 'e', checkName: 'Newer', status: 'mended' },
  ],
  { targetUrl: 'https://me:pw@weather.example.com/mcp?token=abc&city=1' },
  { isReadyForPlatform: { one: true, two: null } },
);

describe('as Markdown', () => {
  test('a report has all its parts', () => {
    const text = formatReportAsMarkdown(view(sample, sample));
    for (const part of [
      '# Audit of https:\\/\\/weather.example.com/mcp?token=\\*\\*\\*\\&city=\\*\\*\\*',
      '## Failures (1)\n\n### Tool descriptions\n\n#### Described\n\nNo {0}',
      '> **Hint**  \n> Add one.  \n> Or two.',
      '- Tool: ` echo `',
      '- ⚠️ one: Ready, with 1 issue\n  - Described',
      '- ❔ two: Unknown',
      '- Reason: Not offered',
      '- AI clients: one',
      '- Reported by the service: mended',
      '## Compared with an earlier audit',
    ]) {
      assert.ok(text.includes(part), `${part}\n\n${text}`);
    }
  });

  test('nothing that the service sent has effect', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const made = createReport({ auditId: audit.id, targetUrl: '', audit, previous: audit });
        const tokens = readMarkdown(formatReportAsMarkdown(made));
        const wrong = tokens.filter(({ type }) =>
          /^(link_open|image|html_block|html_inline|s_open|em_open)$/.test(type),
        );
        assert.deepEqual(wrong, []);
        const headings = tokens.filter(({ type }) => type === 'heading_open').length;
        const categories = made.sections.flatMap((section) => section.categories).length;
        const parts = (made.platforms.length > 0 ? 1 : 0) + (made.additionalFacts.length > 0 ? 1 : 0) + 1;
        assert.equal(headings, 1 + parts + made.sections.length + categories + made.checkCount);
        assert.equal(tokens.filter(({ type }) => type === 'table_open').length, 1);
      }),
      { numRuns: 100 },
    );
  });
});

describe('as HTML to print', () => {
  test('a report is whole, and loads and runs nothing', () => {
    const text = formatReportAsHtml(view(sample, sample), 'en');
    assert.match(text, /content="default-src 'none'; style-src 'unsafe-inline'"/);
    assert.doesNotMatch(text, /<script|<link|<a\b(?! href="#check-\d+">)|<img|\bsrc=|url\(|\son\w+=/);
    for (const part of [
      '<h4>Described</h4>',
      'Add one.\nOr two.',
      '@media print',
      'Not offered',
      '<li>⚠️ <b>one</b> Ready, with 1 issue<ul><li><a href="#check-0">Described</a></li></ul></li><li>❔ <b>two</b> Unknown</li>',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.doesNotMatch(text, /pw@|abc/);
  });

  test('nothing that the service sent is markup', () => {
    const tags = (audit: ReturnType<typeof auditOf>) => {
      const text = formatReportAsHtml(view(audit, audit), 'en').replace(/<style>[\s\S]*?<\/style>/, '');
      return { names: [...text.matchAll(/<\/?([^\s>/]*)/g)].map(([, name]) => name), text };
    };
    const known = new Set([
      '!DOCTYPE',
      'html',
      'head',
      'meta',
      'title',
      'body',
      'header',
      'main',
      'section',
      'article',
      'h1',
      'h2',
      'h3',
      'h4',
      'p',
      'ul',
      'li',
      'b',
      'a',
      'dl',
      'div',
      'dt',
      'dd',
    ]);
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const { names, text } = tags(audit);
        assert.deepEqual(
          names.filter((name) => name === undefined || !known.has(name)),
          [],
        );
        assert.doesNotMatch(text, /<a\b(?! href="#check-\d+">)/);
        assert.doesNotMatch(text, /(?![\n\t])\p{Cc}|[\u202A-\u202E]/u);
      }),
    );
    for (const one of hostile) {
      const { names } = tags(auditOf([{ checkName: one, message: one, status: 'fail' }]));
      assert.equal(names.filter((name) => name === 'h4').length, 2);
    }
  });
});

describe('as JSON', () => {
  test('it is what the service sent, without a password', async () => {
    const text = await exportAs('json', { auditId: 'aud_1', targetUrl: '', audit: sample });
    const read = JSON.parse(text);
    assert.equal(read.targetUrl, 'https://weather.example.com/mcp?token=***&city=***');
    assert.equal(read.report.results.length, 5);
    assert.deepEqual(read.report.results[0].details, [{ label: 'Tool', value: 'echo' }]);
    assert.equal(read.report.results[4].status, 'mended');
  });

  test('the name of the file says what and when', () => {
    const input = { auditId: 'aud_1', targetUrl: '', audit: sample };
    assert.equal(suggestExportName(input, 'sarif'), 'audit-weather.example.com-2026-11-21.sarif');
    const odd = auditOf([], { targetUrl: '../../etc', report: null });
    assert.equal(suggestExportName({ ...input, audit: odd }, 'md'), 'audit-etc.md');
    const long = auditOf([], { targetUrl: `https://${'a.'.repeat(50)}example/mcp`, report: null });
    assert.equal(suggestExportName({ ...input, audit: long }, 'html'), `audit-${'a.'.repeat(24)}a.html`);
  });
});

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly { readonly id: string; readonly defaultConfiguration: object }[];
      };
    };
    readonly automationDetails: { readonly id: string };
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly kind: string;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly properties?: object;
    }[];
  }[];
}

describe('as SARIF', () => {
  const logOf = (audit: ReturnType<typeof auditOf>): Log => JSON.parse(formatAuditAsSarif(audit, '1.0.0'));

  test('there is a rule for each check, and a result for each that has not passed', () => {
    const [run] = logOf(sample).runs;
    assert.deepEqual(
      run?.tool.driver.rules.map(({ id }) => id),
      ['a', 'b', 'c', 'd', 'e'],
    );
    assert.deepEqual(run?.tool.driver.rules[3]?.defaultConfiguration, { level: 'warning' });
    assert.deepEqual(
      run?.results.map(({ ruleId, kind, level }) => [ruleId, kind, level]),
      [
        ['a', 'fail', 'error'],
        ['b', 'fail', 'note'],
        ['c', 'notApplicable', 'none'],
        ['e', 'review', 'none'],
      ],
    );
    assert.equal(run?.automationDetails.id, 'hosted-mcp-audit/weather.example.com/mcp/aud_1');
    assert.equal(run?.invocations[0]?.executionSuccessful, true);
  });

  test('details are text that is seen, or whatever else they are', () => {
    const details = [
      { label: 'Tool', value: 'e\u001Bcho' },
      { label: 'Count', value: 3 },
    ];
    const [first] = logOf(auditOf([{ status: 'fail', details }])).runs[0]?.results ?? [];
    assert.deepEqual(first?.properties, {
      status: 'fail',
      details: [
        { label: 'Tool', value: toVisibleText('e\u001Bcho') },
        { label: 'Count', value: 3 },
      ],
    });
  });

  test('messages have no placeholders and no links', () => {
    const [first, second] = logOf(sample).runs[0]?.results ?? [];
    assert.equal(first?.message.text, 'No {{0}}\n\nHint: Add one.\nOr two.');
    assert.equal(second?.message.text, '\\[x\\](y) C:\\\\z');
  });

  test('whatever the service sends, the log is of the form that is agreed', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const log = logOf(audit);
        const [run] = log.runs;
        assert.equal(log.version, '2.1.0');
        const rules = run?.tool.driver.rules.map(({ id }) => id) ?? [];
        assert.equal(new Set(rules).size, rules.length);
        const results = run?.results ?? [];
        assert.equal(
          results.length,
          (audit.report?.results ?? []).filter(({ status }) => status !== 'pass').length,
        );
        for (const { ruleId, ruleIndex, kind, level, message } of results) {
          assert.equal(rules[ruleIndex], ruleId);
          assert.equal(kind === 'fail', level !== 'none');
          assert.ok(message.text.length > 0);
          // Braces come in pairs of the same, so that none is a placeholder.
          assert.doesNotMatch(message.text.replaceAll('{{', '').replaceAll('}}', ''), /[{}]/);
          assert.doesNotMatch(message.text, /(?<!\\)(?:\\\\)*\]\(/);
        }
        const prints = results.map(({ partialFingerprints }) => partialFingerprints['checkId/v1']);
        assert.equal(new Set(prints).size, prints.length);
      }),
    );
  });
});
