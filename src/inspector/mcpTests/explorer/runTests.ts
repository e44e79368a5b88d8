import * as vscode from 'vscode';
import { toPlainText, truncateText } from '../../../domain/plainText.ts';
import type { ToProblem } from '../../../editor/problem.ts';
import { toVisibleText } from '../../../editor/webview/visibleText.ts';
import { describeServerError } from '../../describeServerError.ts';
import type { TestOutcome } from '../testOutcome.ts';
import type { FailedTests } from './failedTests.ts';
import {
  connectToPreparedServer,
  type PreparationServices,
  type PreparedServer,
  prepareServer,
} from './preparedServer.ts';
import { getTestTargetKey, getTestTargetTitle } from './targets.ts';
import type { RunnableTest, TestFileNode } from './testTree.ts';

/** Time limit for each call. */
const callTimeoutMs = 60_000;

interface RunContext extends PreparationServices {
  readonly failedTests: Pick<FailedTests, 'set'>;
  readonly toProblem: ToProblem;
}

/**
 * Runs tests on several servers in parallel, and on each server in sequence. Prompts before the first test runs. Rejects
 * with `CancellationError` if the user cancels a prompt.
 */
export async function runTests(
  context: RunContext,
  tests: readonly RunnableTest[],
  createRun: () => vscode.TestRun,
): Promise<void> {
  const testsByTarget = Map.groupBy(tests, ({ target }) => getTestTargetKey(target));
  const groups: { readonly tests: readonly RunnableTest[]; readonly server: PreparedServer | string }[] = [];
  // The prompts of several servers can't overlap.
  for (const targetTests of testsByTarget.values())
    groups.push({ tests: targetTests, server: await tryPrepareServer(context, targetTests) });
  const run = createRun();
  const abortController = new AbortController();
  const cancellation = run.token.onCancellationRequested(() => abortController.abort());
  try {
    for (const { item } of tests) run.enqueued(item);
    await Promise.all(
      groups.map(async ({ tests: targetTests, server }) => {
        for (const fileTests of Map.groupBy(targetTests, ({ fileNode }) => fileNode).values()) {
          await runFileTests(context, run, fileTests, server, abortController.signal);
        }
      }),
    );
  } finally {
    cancellation.dispose();
    run.end();
  }
}

/** Prepares the server of some tests, or returns the reason that it can't be reached. */
async function tryPrepareServer(
  context: RunContext,
  tests: readonly RunnableTest[],
): Promise<PreparedServer | string> {
  const [firstTest] = tests;
  if (!firstTest) return '';
  try {
    const files = new Set(tests.flatMap(({ fileNode }) => fileNode.file ?? []));
    return await prepareServer(context, firstTest.target, [...files]);
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    return context.toProblem(error)?.message ?? describeServerError(error);
  }
}

/** Runs the tests of one file on one server. Never rejects. */
async function runFileTests(
  context: RunContext,
  run: vscode.TestRun,
  tests: readonly RunnableTest[],
  server: PreparedServer | string,
  signal: AbortSignal,
): Promise<void> {
  const [first] = tests;
  const failAll = (text: string): void => {
    for (const test of tests) {
      run.errored(test.item, createTestMessage(test.fileNode, '', text));
      context.failedTests.set(test, [{ message: text }]);
    }
  };
  if (!first || signal.aborted) return;
  const { file } = first.fileNode;
  if (!file) return failAll(vscode.l10n.t("The file has problems, so its tests can't be run."));
  if (typeof server === 'string') return failAll(server);
  const connection = await connectToPreparedServer(server, context, file, signal);
  if (!connection.ok) return signal.aborted ? undefined : failAll(connection.reason);
  try {
    for (const runnable of tests) {
      const { item, fileNode, test, target } = runnable;
      if (!test || signal.aborted) continue;
      run.started(item);
      const pointer = `/tests/${test.index}`;
      const outcome = await connection.run(test.test, { signal, timeoutMs: callTimeoutMs, pointer });
      reportOutcome(run, item, fileNode, outcome);
      context.failedTests.set(runnable, outcome.failures);
      run.appendOutput(formatOutcome(outcome, test.test.name, getTestTargetTitle(target)), undefined, item);
    }
  } finally {
    void connection.close();
  }
}

function reportOutcome(
  run: vscode.TestRun,
  item: vscode.TestItem,
  fileNode: TestFileNode,
  outcome: TestOutcome,
): void {
  const { status, durationMs, failures } = outcome;
  const messages = failures.map(({ path, message, expected, actual }) => {
    const hasBoth = expected !== undefined && actual !== undefined;
    const shownMessage = hasBoth || actual === undefined ? message : `${message}\n${actual}`;
    return Object.assign(
      createTestMessage(fileNode, path, shownMessage),
      hasBoth && { expectedOutput: expected, actualOutput: actual },
    );
  });
  if (status === 'passed') run.passed(item, durationMs);
  if (status === 'failed') run.failed(item, messages, durationMs);
  if (status === 'errored') run.errored(item, messages, durationMs);
  if (status === 'canceled') run.skipped(item);
}

function createTestMessage(
  { uri, findPosition }: TestFileNode,
  pointer: string,
  text: string,
): vscode.TestMessage {
  return Object.assign(new vscode.TestMessage(toVisibleText(text)), {
    location: new vscode.Location(uri, findPosition(pointer)),
    // The condition of the menu of a message.
    contextValue: 'hostedMcp',
  });
}

/** Maximum number of characters of an expected or actual value in the test output. */
const maxShownLength = 500;

const statusMarks = { passed: '✓', failed: '✗', errored: '✗', canceled: '–' } as const;

/** Formats an outcome for the test output. */
const formatOutcome = (
  { status, durationMs, failures, notice }: TestOutcome,
  name: string,
  targetLabel: string,
): string =>
  [
    `${statusMarks[status]} ${toPlainText(name)} (${targetLabel}) ${Math.round(durationMs)} ms`,
    ...(notice === undefined ? [] : [`    ${notice}`]),
    ...failures.flatMap(({ message, expected, actual }) => [
      `    ${toPlainText(message)}`,
      ...(expected === undefined
        ? []
        : [`      ${vscode.l10n.t('Expected: {0}', truncateText(expected, maxShownLength))}`]),
      ...(actual === undefined
        ? []
        : [`      ${vscode.l10n.t('Actual: {0}', truncateText(actual, maxShownLength))}`]),
    ]),
    '',
  ].join('\r\n');
