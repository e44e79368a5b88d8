import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { findTextPosition, testFileSuffix } from './readTestFile.ts';
import { countOutcomes, type SuiteResult } from './suite.ts';
import type { TestFailure, TestOutcome } from './testOutcome.ts';

/** Formats results as JUnit XML for CI systems, with a `testsuite` for each file and server. */
export function toJunitXml(suites: readonly SuiteResult[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${formatAttributes({ name: 'mcp-test', ...getSuiteTotals(suites) })}>`,
    ...suites.flatMap(formatSuiteXml),
    '</testsuites>',
    '',
  ].join('\n');
}

function formatSuiteXml(suite: SuiteResult): readonly string[] {
  const { file, server, startedAt, outcomes } = suite;
  const attributes = {
    name: `${file.path} · ${server.name}`,
    ...getSuiteTotals([suite]),
    timestamp: startedAt.toISOString().slice(0, 19),
    file: file.path,
  };
  return [
    `  <testsuite ${formatAttributes(attributes)}>`,
    ...file.file.tests.flatMap(({ name }, index) => {
      const outcome = outcomes[index];
      return outcome ? formatCaseXml(suite, { name, pointer: `/tests/${index}`, outcome }) : [];
    }),
    '  </testsuite>',
  ];
}

function formatCaseXml(
  { file, server }: SuiteResult,
  {
    name,
    pointer,
    outcome,
  }: { readonly name: string; readonly pointer: string; readonly outcome: TestOutcome },
): readonly string[] {
  const attributes = {
    name,
    // Some programs that read JUnit XML treat the part before a period as a package.
    classname: `${server.name}.${file.path.replace(testFileSuffix, '').replaceAll('.', '_')}`,
    time: formatSeconds(outcome.durationMs),
    file: file.path,
    line: String(findTextPosition(file, pointer).line),
  };
  const childElements = [
    ...(outcome.status === 'canceled' ? ['      <skipped message="canceled"/>'] : formatFailuresXml(outcome)),
    ...(outcome.notice === undefined ? [] : [`      <system-out>${escapeXml(outcome.notice)}</system-out>`]),
  ];
  if (childElements.length === 0) return [`    <testcase ${formatAttributes(attributes)}/>`];
  return [`    <testcase ${formatAttributes(attributes)}>`, ...childElements, '    </testcase>'];
}

/** Formats all failures as one element, because some programs count the elements. */
function formatFailuresXml({ status, failures }: TestOutcome): readonly string[] {
  const [first] = failures;
  if (!first) return [];
  const tag = status === 'failed' ? 'failure' : 'error';
  const text = failures.map(formatFailureDetails).join('\n\n');
  return [
    `      <${tag} ${formatAttributes({ message: first.message, type: tag })}>${escapeXml(text)}</${tag}>`,
  ];
}

function formatFailureDetails({ message, expected, actual, path }: TestFailure): string {
  return [
    `${message} (${path})`,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(actual === undefined ? [] : [`actual: ${actual}`]),
  ].join('\n');
}

function getSuiteTotals(suites: readonly SuiteResult[]) {
  const { failed, errored, canceled, passed } = countOutcomes(suites);
  const ms = suites.flatMap(({ outcomes }) => outcomes).reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    tests: String(passed + failed + errored + canceled),
    failures: String(failed),
    errors: String(errored),
    skipped: String(canceled),
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
