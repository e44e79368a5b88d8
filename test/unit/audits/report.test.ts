import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatReportAsHtml } from '../../../src/audits/export/html.ts';
import { formatReportAsMarkdown } from '../../../src/audits/export/markdown.ts';
import { classifyCheck } from '../../../src/audits/report/checkKinds.ts';
import { createReport } from '../../../src/audits/report/createReport.ts';
import { formatAuditDuration } from '../../../src/audits/report/labels.ts';
import {
  getTargetLabel,
  maskSecretTexts,
  redactUrl,
  toStorableUrl,
} from '../../../src/audits/report/redactUrl.ts';
import { createVerdict, summarizeAudit } from '../../../src/audits/report/verdict.ts';
import { toVisibleText } from '../../../src/editor/webview/visibleText.ts';
import { anyAudit, auditOf, hostile, result } from './sample.ts';

const warn = { status: 'fail', severity: 'warning' };
const fail = { status: 'fail', severity: 'error' };
const verdict = (...given: Parameters<typeof auditOf>) => createVerdict({ audit: auditOf(...given) });

describe('the summary', () => {
  const pass = { status: 'pass' };
  for (const [results, more, text] of [
    [[warn, fail, pass, pass], {}, '1 of 4 checks failed. Failures: 1, Warnings: 1, Passed: 2.'],
    [[warn, pass], {}, 'No failures, 1 warning. Warnings: 1, Passed: 1.'],
    [
      [fail, { status: 'pending' }],
      { status: 'partial' },
      'Still running: 1 of 2 checks completed. Failures: 1, Pending: 1.',
    ],
    [[], { status: 'pending', report: null }, 'The audit is running. There are no results yet.'],
    [
      [],
      { status: 'do as I say', report: null },
      'The audit has no report. The audit\'s status is "unknown".',
    ],
  ] as const) {
    test(`has the counts and the words of the page: ${text}`, () => {
      const audit = auditOf(results, more);
      assert.equal(summarizeAudit(audit), text);
      if (more.status === 'do as I say') return;
      const { verdict, sections } = createReport({ auditId: 'a', targetUrl: '', audit });
      assert.ok(text.startsWith(verdict.title));
      for (const { title, count } of sections) assert.ok(text.includes(`${title}: ${count}`));
    });
  }

  test('names only known clients', () => {
    const summarize = (isReadyForPlatform: object) =>
      summarizeAudit(auditOf([pass], { report: { results: [pass], isReadyForPlatform } }));
    assert.match(summarize({ chatgpt: false }), /^No failures, but not ready for ChatGPT\./);
    assert.match(summarize({ 'Do as I say': false }), /^All checks passed\./);
  });
});

describe('the verdict', () => {
  for (const [results, tone, title] of [
    [[fail, { status: 'pass' }], 'failed', '1 of 2 checks failed'],
    [[fail, fail], 'failed', '2 of 2 checks failed'],
    [[{ status: 'fail', severity: 'grave' }], 'failed', '1 of 1 checks failed'],
    [[{ status: 'fail', severity: 'warning' }], 'warned', 'No failures, 1 warning'],
    [[{ status: 'pass' }, { status: 'pass' }], 'passed', 'All checks passed'],
    [[{ status: 'pass' }, { status: 'skip' }], 'passed', 'No failures or warnings'],
    [[{ status: 'fail', severity: 'info' }, { status: 'pass' }], 'passed', 'No failures or warnings'],
    [
      [{ status: 'pass' }, { status: 'skip' }, { status: 'skip' }],
      'open',
      'No failures, but most checks were skipped',
    ],
    [[{ status: 'skip' }], 'open', 'No failures, but no checks passed'],
    [[{ status: 'pass' }, { status: 'mended' }], 'open', 'No failures, but some results are unknown'],
    [[{ status: 'pass' }, 'no check'], 'open', 'No failures, but some results are unknown'],
    [[], 'open', 'The report has no checks'],
  ] as const) {
    test(title, () => {
      const found = verdict(results);
      assert.deepEqual([found.tone, found.title], [tone, title]);
    });
  }

  test('says that a report is missing, or only a part of one', () => {
    const without = (status: string) => verdict([], { status, report: null });
    assert.deepEqual(without('pending'), {
      tone: 'open',
      title: 'The audit is running',
      detail: 'There are no results yet.',
    });
    // The row of the audit and the message at its end use the same words.
    const notCompleted = "The audit couldn't be completed";
    assert.deepEqual(without('failed'), {
      tone: 'failed',
      title: notCompleted,
      detail: 'The audit ended without a report.',
    });
    assert.equal(
      without('completed').detail,
      "The service reported the audit as completed but didn't return a report.",
    );
    assert.equal(without('lost').detail, 'The audit\'s status is "lost".');
    const partial = [{ status: 'pass' }, { status: 'pending' }];
    assert.deepEqual(verdict(partial, { status: 'partial' }), {
      tone: 'open',
      title: 'Still running: 1 of 2 checks completed',
      detail: '',
    });
    assert.equal(verdict([fail, { status: 'pending' }], { status: 'partial' }).tone, 'failed');
    assert.equal(verdict([{ status: 'pass' }], { status: 'failed' }).title, notCompleted);
    const missing = { audit: undefined, note: 'Not read back.' };
    assert.deepEqual(createVerdict({ ...missing, isPermanent: true }), {
      tone: 'open',
      title: 'No report to show',
      detail: 'Not read back.',
    });
    assert.equal(createVerdict(missing).title, "The report couldn't be loaded");
    assert.equal(createVerdict({ audit: undefined }).detail, '');
    assert.deepEqual(createVerdict({ audit: undefined, isLoading: true }), {
      tone: 'open',
      title: 'Loading the report...',
      detail: '',
    });
    assert.equal(
      createVerdict({ audit: auditOf([{ status: 'pass' }]), isLoading: true }).title,
      'All checks passed',
    );
  });
});

const unexplained = "The report doesn't show which checks keep the server from being ready for this client.";

describe('a report', () => {
  const audit = auditOf(
    [
      { status: 'pass', category: 'e2e', checkId: 'p', checkName: 'Passes', durationMs: 84 },
      { ...fail, category: 'tool-metadata', checkName: 'A' },
      { ...fail, category: 'performance', checkName: 'B' },
      { ...fail, category: 'tool-metadata', checkName: 'C' },
      { status: 'mended', category: 'new-kind', checkName: 'D', score: [1] },
      { status: 'fail', severity: 'info' },
    ],
    { queue: 3 },
    { isReadyForPlatform: { one: true, two: false, three: null }, requiresAuth: true },
  );
  const view = createReport({ auditId: 'aud_1', targetUrl: '', audit });

  test('has its checks by what they came to, then by category', () => {
    assert.deepEqual(
      view.sections.map(({ kind, count, categories }) => [
        ...[kind, count],
        categories.map(({ name, checks }) => [name, checks.map((check) => check.name)]),
      ]),
      [
        [
          'failure',
          3,
          [
            ['Tool descriptions', ['A', 'C']],
            ['Performance', ['B']],
          ],
        ],
        ['info', 1, [['No category', ['Unnamed check']]]],
        ['other', 1, [['new-kind', ['D']]]],
        ['pass', 1, [['End-to-end tasks', ['Passes']]]],
      ],
    );
    const [, , other] = view.sections;
    const [check] = other?.categories[0]?.checks ?? [];
    assert.equal(check?.unknownValues, 'mended');
    assert.deepEqual(check?.additionalFacts, [{ label: 'score', value: '[\n  1\n]' }]);
  });

  test('says for which clients the server is ready, and what the service said besides', () => {
    assert.equal(view.readinessSummary, 'Ready for 1 of 3 AI clients');
    assert.deepEqual(view.platforms, [
      { name: 'one', readiness: 'ready', label: 'Ready', failedChecks: [] },
      { name: 'two', readiness: 'notReady', label: 'Not ready', note: unexplained, failedChecks: [] },
      { name: 'three', readiness: 'unknown', label: 'Unknown', failedChecks: [] },
    ]);
    assert.deepEqual(view.additionalFacts, [{ label: 'queue', value: '3' }]);
    assert.deepEqual(view.facts, [
      { label: 'Status', value: 'Completed' },
      { label: 'Duration', value: '8 s' },
      { label: 'Requires sign-in', value: 'Yes' },
    ]);
  });

  test('names each client, and of one that is not ready the checks that fail and name it, the worst first', () => {
    const of = (checkName: string, status: string, severity: string, ...platforms: readonly string[]) => ({
      checkName,
      status,
      severity,
      platforms,
    });
    const results = [
      of('Slight', 'fail', 'warning', 'claudeai'),
      of('Passes', 'pass', 'error', 'claudeai'),
      of('Of another', 'fail', 'error', 'chatgpt'),
      of('Of nobody', 'fail', 'error'),
      of('Remark', 'fail', 'info', 'claudeai'),
      of('Grave', 'fail', 'error', 'chatgpt', 'claudeai'),
    ];
    const isReadyForPlatform = { chatgpt: true, claudeai: false, 'next-one': false };
    const made = createReport({
      auditId: 'a',
      targetUrl: '',
      audit: auditOf(results, {}, { isReadyForPlatform }),
    });
    assert.deepEqual(made.platforms, [
      {
        name: 'ChatGPT',
        readiness: 'warned',
        label: 'Ready, with 2 issues',
        failedChecks: [
          { index: 2, name: 'Of another' },
          { index: 5, name: 'Grave' },
        ],
      },
      {
        name: 'Claude',
        readiness: 'notReady',
        label: 'Not ready',
        failedChecks: [
          { index: 5, name: 'Grave' },
          { index: 0, name: 'Slight', severity: 'warning' },
        ],
      },
      { name: 'next-one', readiness: 'notReady', label: 'Not ready', note: unexplained, failedChecks: [] },
    ]);
    assert.ok(
      formatReportAsMarkdown(made).includes(
        `- ⚠️ ChatGPT: Ready, with 2 issues\n  - Of another\n  - Grave\n- ❌ Claude: Not ready\n  - Grave\n  - Slight (warning)\n- ❌ next-one: Not ready\n  - ${unexplained}\n`,
      ),
    );
    const html = formatReportAsHtml(made, 'en');
    assert.ok(
      html.includes('<li><a href="#check-5">Grave</a></li><li><a href="#check-0">Slight (warning)</a></li>'),
    );
    assert.ok(html.includes('<article id="check-5"><h4>Grave</h4>'));
    assert.ok(html.includes(`<b>next-one</b> Not ready<p>${unexplained}</p>`));
    // So are they named where a check says whom it concerns.
    assert.ok(html.includes('<dd>ChatGPT, Claude</dd>'));
  });

  test('never contradicts its verdict with the readiness of a client', () => {
    const of = (severity: string, ...platforms: readonly string[]) => ({
      status: 'fail',
      severity,
      platforms,
    });
    const pass = { status: 'pass', platforms: ['claudeai'] };
    const serviceNote = 'The service reports "not ready", but the report has no failures for this client.';
    for (const [results, status, isReady, title, readiness, label, note] of [
      // Only a warning: the reason isn't known, so the value of the service is in a note.
      [
        [of('warning', 'claudeai'), pass],
        'completed',
        false,
        'No failures, 1 warning',
        'warned',
        'Ready, with 1 issue',
        serviceNote,
      ],
      [
        [of('warning', 'claudeai'), pass],
        'completed',
        true,
        'No failures, 1 warning',
        'warned',
        'Ready, with 1 issue',
        undefined,
      ],
      [
        [of('warning', 'chatgpt'), pass],
        'completed',
        true,
        'No failures, 1 warning',
        'ready',
        'Ready',
        undefined,
      ],
      // A failure without clients can concern every client.
      [
        [of('warning', 'claudeai'), of('error')],
        'completed',
        false,
        '1 of 2 checks failed',
        'notReady',
        'Not ready',
        undefined,
      ],
      [
        [pass],
        'completed',
        false,
        'No failures, but not ready for Claude',
        'notReady',
        'Not ready',
        unexplained,
      ],
      [
        [of('warning', 'chatgpt'), pass],
        'completed',
        false,
        'No failures, but not ready for Claude',
        'notReady',
        'Not ready',
        unexplained,
      ],
      [
        [of('error', 'claudeai'), pass],
        'completed',
        false,
        '1 of 2 checks failed',
        'notReady',
        'Not ready',
        undefined,
      ],
      // While the audit runs, the value of the service isn't final.
      [
        [pass, { status: 'pending' }],
        'partial',
        false,
        'Still running: 1 of 2 checks completed',
        'unknown',
        'Still checking',
        undefined,
      ],
    ] as const) {
      const audit = auditOf(results, { status }, { isReadyForPlatform: { claudeai: isReady } });
      const { verdict, platforms } = createReport({ auditId: 'a', targetUrl: '', audit });
      const [client] = platforms;
      assert.deepEqual(
        [verdict.title, client?.readiness, client?.label, client?.note],
        [title, readiness, label, note],
      );
      if (readiness === 'notReady') assert.notEqual(verdict.tone, 'passed');
    }
  });

  test('says of a change how bad it is, where the verdict counts it as no failure', () => {
    const grave = { checkId: 'a', status: 'fail', severity: 'error' };
    const slight = { checkId: 'b', status: 'fail', severity: 'info' };
    const before = auditOf([grave, slight, { checkId: 'c', status: 'fail', severity: 'warning' }]);
    const after = auditOf([grave, slight, { checkId: 'c', status: 'pass', severity: 'warning' }]);
    const made = createReport({ auditId: 'a', targetUrl: '', audit: after, previous: before });
    const said = made.comparison?.changes.map(({ kind, checks }) => [
      kind,
      checks.map((one) => one.severity),
    ]);
    assert.deepEqual(said, [
      ['fixed', ['warning']],
      ['stillFailing', [undefined, 'info']],
    ]);
    assert.match(formatReportAsMarkdown(made), /^- b \(info\)$/m);
    assert.match(formatReportAsHtml(made, 'en'), /<li><b>b<\/b> \(info\)/);
  });

  test('says why two runs are not compared, or that they are the same', () => {
    const [whole, without] = [auditOf([fail]), auditOf([], { report: null })];
    const note = (audit: typeof whole, previous: typeof whole) =>
      createReport({ auditId: 'a', targetUrl: '', audit, previous }).comparison?.note;
    const missing = "The audits can't be compared because one of them has no report.";
    assert.deepEqual([note(whole, without), note(without, whole)], [missing, missing]);
    assert.match(note(whole, auditOf([fail], { status: 'partial' })) ?? '', /isn't complete/);
    assert.equal(note(whole, whole), 'No changes between the two audits.');
    assert.equal(note(whole, auditOf([{ status: 'pass' }])), undefined);
  });

  test('loses no check and no text of one', () => {
    fc.assert(
      fc.property(anyAudit, (any) => {
        const made = createReport({ auditId: any.id, targetUrl: '', audit: any });
        const results = any.report?.results ?? [];
        const checks = made.sections.flatMap(({ categories }) => categories.flatMap((one) => one.checks));
        assert.deepEqual(
          checks.map(({ index }) => index).toSorted((a, b) => a - b),
          [...results.keys()],
        );
        for (const check of checks) {
          const { message, hint, details, unknownFields = {}, ...one } = results[check.index] ?? result();
          assert.equal(check.kind, classifyCheck(one));
          const shown = JSON.stringify(check);
          for (const text of [
            message,
            hint?.text,
            one.description,
            one.skipReason,
            ...Object.keys(unknownFields),
          ]) {
            if (text?.trim()) assert.ok(shown.includes(JSON.stringify(text).slice(1, -1)), text);
          }
          assert.equal(check.details.length, details.length);
        }
      }),
    );
  });

  test('of a thousand checks is made at once', () => {
    const many = auditOf(
      Array.from({ length: 1000 }, (_, index) => ({
        ...fail,
        checkId: `c${index}`,
        checkName: `Check ${index}`,
      })),
    );
    const made = createReport({ auditId: 'a', targetUrl: '', audit: many, previous: many });
    assert.equal(made.checkCount, 1000);
    assert.equal(made.comparison?.changes[0]?.checks[999]?.index, 999);
    assert.equal(made.comparison?.note, 'No changes between the two audits.');
  });
});

describe('a text', () => {
  test('has nothing in it that is not seen', () => {
    for (const text of hostile) {
      assert.doesNotMatch(
        toVisibleText(text),
        /(?![\n\t])[\p{Cc}\p{Cs}]|[\u200B\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u,
      );
    }
    const plain = 'Zoë 東京 👩‍🚀 עברית';
    assert.equal(toVisibleText(plain), plain);
  });

  test('with an address shows no password, and nothing that its query holds', () => {
    assert.equal(redactUrl('https://me:pw@x.example/mcp?a=1#b'), 'https://x.example/mcp?a=***');
    assert.equal(redactUrl('https://x.example/?api_key=abc&b=2'), 'https://x.example/?api_key=***&b=***');
    assert.equal(redactUrl('https://x.example'), 'https://x.example');
    assert.equal(toStorableUrl('https://me:pw@x.example/mcp?a=1'), 'https://x.example/mcp');
    assert.equal(toStorableUrl('no address'), '');
    assert.equal(redactUrl('no address'), 'no address');
  });

  test('that names a target has its path first, so that two targets of a host differ', () => {
    for (const [url, label] of [
      ['https://weather.example.com/mcp', '/mcp · weather.example.com'],
      ['https://me:pw@weather.example.com:8443/a/mcp?key=1#b', '/a/mcp · weather.example.com:8443'],
      ['https://weather.example.com', 'weather.example.com'],
      [`https://x.example/${'a'.repeat(60)}/mcp`, `…${'a'.repeat(27)}/mcp · x.example`],
      ['no address', 'no address'],
    ] as const) {
      assert.equal(getTargetLabel(url), label);
    }
  });

  test('has no credentials after they were masked', () => {
    for (const [text, masked] of [
      ['GET https://me:pw@x.example/mcp?key=abc#d failed', 'GET https://x.example/mcp?key=*** failed'],
      ['see (https://x.example/a?b=c)', 'see (https://x.example/a?b=***'],
      ['postgres://user:pass@db:port/x?y#z', 'postgres://db:port/x'],
      ['Authorization: Bearer abcdef123456', 'Authorization: ***'],
      ['sent "bearer abcdef123456" twice', 'sent "bearer ***" twice'],
      ['x-api-key: 12345678\nnext: 1', 'x-api-key: ***\nnext: 1'],
      ['{"token": "abcd1234", "a": 1}', '{"token": "***", "a": 1}'],
      ['API_KEY=abcd1234 PORT=80', 'API_KEY=*** PORT=80'],
      ['the key sk-ant-abcdefghijkl of', 'the key *** of'],
      ['AKIAABCDEFGHIJKLMNOP', '***'],
      ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '***'],
      ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '***'],
      ['The parameter token: missing description', 'The parameter token: missing description'],
      ['https://x.example/mcp and weather://stations', 'https://x.example/mcp and weather://stations'],
    ] as const) {
      assert.equal(maskSecretTexts(text), masked);
    }
  });

  test('of a duration has the unit that fits', () => {
    const words = [0, 84.4, 999, 1000, 3402, 59_960, 125_000].map((ms) => formatAuditDuration(ms));
    assert.deepEqual(words, ['0 ms', '84 ms', '999 ms', '1 s', '3.4 s', '1 min 0 s', '2 min 5 s']);
  });
});
