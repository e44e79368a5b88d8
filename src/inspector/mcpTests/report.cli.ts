import { toPlainText } from '../../domain/plainText.ts';
import { getLineAndColumn } from '../../editor/jsonDocument.ts';
import { shortenServerUrl } from '../../editor/serverUrl.ts';
import { toVisibleCode, toVisibleText } from '../../editor/webview/visibleText.ts';
import { findTextPosition, type LoadedTestFile, type TestFileIssue } from './readTestFile.ts';
import { countOutcomes, type SuiteResult } from './suite.ts';
import type { TestFailure, TestOutcome } from './testOutcome.ts';

/** Maximum number of characters of an expected or actual value in a terminal. JUnit XML contains more. */
const maxValueLength = 1000;

/** Formats the results of a test file on a server for a terminal. */
export function formatSuite({ file, server, outcomes, failure }: SuiteResult): string {
  const title = `${toVisibleCode(file.path)} · ${toPlainText(server.name)} (${shortenServerUrl(server.url)})`;
  if (failure !== undefined) return `${title}\n  ! Not run: ${indentValue(failure, 4)}`;
  const lines = file.file.tests.flatMap(({ name }, index) => {
    const outcome = outcomes[index];
    return outcome ? formatTest(file, toPlainText(name), outcome) : [];
  });
  return [title, ...lines].join('\n');
}

const statusMarks = { passed: '✓', failed: '✗', errored: '!', canceled: '-' } as const;

function formatTest(
  file: LoadedTestFile,
  name: string,
  { status, durationMs, failures, notice }: TestOutcome,
): readonly string[] {
  const time = status === 'canceled' ? 'canceled' : `${Math.round(durationMs)} ms`;
  return [
    `  ${statusMarks[status]} ${name} (${time})`,
    ...(notice === undefined ? [] : [`      ${notice}`]),
    ...failures.flatMap((one) => formatFailure(file, one)),
  ];
}

function formatFailure(
  file: LoadedTestFile,
  { message, expected, actual, path }: TestFailure,
): readonly string[] {
  const { line, column } = findTextPosition(file, path);
  return [
    `      ${indentValue(message, 6)}`,
    ...(expected === undefined ? [] : [`        expected: ${indentValue(expected, 10)}`]),
    ...(actual === undefined ? [] : [`        actual:   ${indentValue(actual, 10)}`]),
    `        at ${toVisibleCode(file.path)}:${line}:${column}`,
  ];
}

function indentValue(text: string, indent: number): string {
  const shortened = text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
  return toVisibleText(shortened).replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/** Formats the number of tests by status. */
export function formatSummary(suites: readonly SuiteResult[]): string {
  const { passed, failed, errored, canceled } = countOutcomes(suites);
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errored > 0 ? [`${errored} with errors`] : []),
    ...(canceled > 0 ? [`${canceled} canceled`] : []),
  ];
  return parts.join(', ');
}

/** Formats the problems of a file in the `path:line:column` format of compilers. */
export function formatIssues(path: string, text: string, issues: readonly TestFileIssue[]): string {
  return issues
    .map(({ start, text: issue }) => {
      const { line, column } = getLineAndColumn(text, start);
      return `${toVisibleCode(path)}:${line}:${column}: ${toVisibleText(issue)}`;
    })
    .join('\n');
}

/**
 * Makes a text safe for a terminal and for the log of a CI job. Replaces escape sequences and invisible characters with
 * visible ones. Adds a space to lines that a CI system would run as commands: GitHub Actions (`::error::`, `##[group]`),
 * Azure Pipelines (`##vso[`), and TeamCity (`##teamcity[`).
 */
export function escapeForTerminal(text: string): string {
  return toVisibleText(text)
    .replace(/^(\s*):(?=:)/gm, '$1: ')
    .replace(/#(?=#(?:\w+)?\[)/g, '# ');
}
