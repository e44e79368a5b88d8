import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

/** A failed test. */
export interface Failure {
  /** The title, after the file and the line if the runner reports them. */
  readonly title: string;
  /** The first lines of the error. */
  readonly error: readonly string[];
}

const maxLines = 3;

/** Returns the first nonempty lines before the stack trace. */
function firstLines(error: string): readonly string[] {
  const lines = stripVTControlCharacters(error).split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, stack === -1 ? undefined : stack)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, maxLines);
}

/** Returns the failed tests at the end of each run of Node's test runner, without those marked as to do. */
export function parseNodeTestFailures(output: string): Failure[] {
  const [, ...lists] = stripVTControlCharacters(output).split(/^\S+ failing tests:$/m);
  return lists
    .flatMap((list) => list.split(/^test at /m))
    .flatMap((text) => {
      const [, file, title, error = ''] = /^(.+)\n✖ (.+) \(\d[\d.]*m?s\)\n([\s\S]*)$/.exec(text) ?? [];
      return file === undefined ? [] : [{ title: `${file} › ${title}`, error: firstLines(error) }];
    });
}

/** Returns the failed tests at the end of each run of Mocha, which doesn't name their files. */
export function parseMochaFailures(output: string): Failure[] {
  const [, ...lists] = stripVTControlCharacters(output).split(/^ {2}\d+ failing$/m);
  const texts = lists
    .map((list) => list.replace(/^Extension host: [\s\S]*/m, ''))
    .flatMap((list) => list.split(/^ {2}\d+\) /m));
  return texts.flatMap((text) => {
    const [, titles, error = ''] = /^([\s\S]*?):\n([\s\S]*)$/.exec(text) ?? [];
    if (titles === undefined) return [];
    return [{ title: titles.split(/\n\s*/).join(' › '), error: firstLines(error) }];
  });
}

/** Returns the failed tests of a JSON report of Playwright, and the errors that belong to no test. */
export function parsePlaywrightFailures(report: string): Failure[] {
  const { suites, errors }: JSONReport = JSON.parse(report);
  const general = errors.map(({ message = '' }) => ({
    title: 'Outside of tests',
    error: firstLines(message),
  }));
  return [...general, ...suites.flatMap((suite) => collectSuiteFailures(suite, []))];
}

function collectSuiteFailures({ specs, suites = [] }: JSONReportSuite, groups: readonly string[]): Failure[] {
  const failed = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const message = results.flatMap(({ errors }) => errors)[0]?.message ?? '';
        return { title: [`${file}:${line}`, ...groups, title].join(' › '), error: firstLines(message) };
      }),
  );
  return [...failed, ...suites.flatMap((suite) => collectSuiteFailures(suite, [...groups, suite.title]))];
}

/** Returns the failure of a program that lists no failed tests: the lines from its first error on. */
export function describeProgramFailure(output: string): Failure {
  const text = stripVTControlCharacters(output);
  const from = text.search(/^.*\b(error|\w*Error)\b.*:/m);
  return { title: 'Outside of tests', error: firstLines(from === -1 ? text : text.slice(from)) };
}
