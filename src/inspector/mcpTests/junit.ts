import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { findTextPosition, testFileSuffix } from './readTestFile.ts';
import { countOutcomes, type SuiteResult } from './suite.ts';
import type { TestFailure, TestOutcome } from './testOutcome.ts';

/** Formats results as JUnit XML for CI systems, with a `testsuite` for each file and server. */
export function toJunitXml(suites: readonly SuiteResult[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${formatAttributes({ name: 'mcp-test', ...suiteTotals(suites) })}>`,
    ...suites.flatMap(suiteXml),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteXml(suite: SuiteResult): readonly string[] {
  const { file, server, startedAt, outcomes } = suite;
  const about = {
    name: `${file.path} · ${server.name}`,
    ...suiteTotals([suite]),
    timestamp: startedAt.toISOString().slice(0, 19),
    file: file.path,
  };
  return [
    `  <testsuite ${formatAttributes(about)}>`,
    ...file.file.tests.flatMap(({ name }, index) => {
      const outcome = outcomes[index];
      return outcome ? caseXml(suite, { name, at: `/tests/${index}`, outcome }) : [];
    }),
    '  </testsuite>',
  ];
}

function caseXml(
  { file, server }: SuiteResult,
  { name, at, outcome }: { readonly name: string; readonly at: string; readonly outcome: TestOutcome },
): readonly string[] {
  const about = {
    name,
    // Some readers treat the part before a period as a package.
    classname: `${server.name}.${file.path.replace(testFileSuffix, '').replaceAll('.', '_')}`,
    time: formatSeconds(outcome.durationMs),
    file: file.path,
    line: String(findTextPosition(file, at).line),
  };
  const inner = [
    ...(outcome.status === 'cancelled' ? ['      <skipped message="canceled"/>'] : failuresXml(outcome)),
    ...(outcome.notice === undefined ? [] : [`      <system-out>${escapeXml(outcome.notice)}</system-out>`]),
  ];
  if (inner.length === 0) return [`    <testcase ${formatAttributes(about)}/>`];
  return [`    <testcase ${formatAttributes(about)}>`, ...inner, '    </testcase>'];
}

/** Formats all failures as one element, because some readers count the elements. */
function failuresXml({ status, failures }: TestOutcome): readonly string[] {
  const [first] = failures;
  if (!first) return [];
  const tag = status === 'failed' ? 'failure' : 'error';
  const text = failures.map(failureDetails).join('\n\n');
  return [
    `      <${tag} ${formatAttributes({ message: first.message, type: tag })}>${escapeXml(text)}</${tag}>`,
  ];
}

function failureDetails({ message, expected, actual, path }: TestFailure): string {
  return [
    `${message} (${path})`,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(actual === undefined ? [] : [`actual: ${actual}`]),
  ].join('\n');
}

function suiteTotals(suites: readonly SuiteResult[]) {
  const { failed, errored, cancelled, passed } = countOutcomes(suites);
  const ms = suites.flatMap(({ outcomes }) => outcomes).reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    tests: String(passed + failed + errored + cancelled),
    failures: String(failed),
    errors: String(errored),
    skipped: String(cancelled),
    time: formatSeconds(ms),
  };
}

const formatSeconds = (ms: number): string => (ms / 1000).toFixed(3);

function formatAttributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(
      ([name, value]) => `${name}="${escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
    )
    .join(' ');
}

function escapeXml(text: string): string {
  return toVisibleText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
