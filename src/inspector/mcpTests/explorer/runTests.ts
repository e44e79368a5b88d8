import * as vscode from 'vscode';
import { toPlainText, truncateText } from '../../../domain/plainText.ts';
import type { ToProblem } from '../../../editor/problem.ts';
import { toVisibleText } from '../../../editor/webview/visibleText.ts';
import { describeServerError } from '../../describeServerError.ts';
import type { TestOutcome } from '../testOutcome.ts';
import {
  connectToPreparedServer,
  type PreparationServices,
  type PreparedServer,
  prepareServer,
} from './preparedServer.ts';
import { getTestTargetKey, getTestTargetTitle } from './targets.ts';
import type { RunnableTest, TestFileNode } from './testTree.ts';

const callTimeoutMs = 60_000;

interface RunContext extends PreparationServices {
  readonly toProblem: ToProblem;
}

/**
 * Runs tests on several servers in parallel, and on each server in sequence. Prompts before the first test runs. Rejects
 * with `CancellationError` if the user cancels a prompt.
 */
export async function runTests(
  context: RunContext,
  leaves: readonly RunnableTest[],
  start: () => vscode.TestRun,
): Promise<void> {
  const byTarget = Map.groupBy(leaves, ({ target }) => getTestTargetKey(target));
  const groups: { readonly tests: readonly RunnableTest[]; readonly server: PreparedServer | string }[] = [];
  // The prompts of several servers can't overlap.
  for (const tests of byTarget.values())
    groups.push({ tests, server: await prepareOrExplain(context, tests) });
  const run = start();
  const abort = new AbortController();
  const cancelled = run.token.onCancellationRequested(() => abort.abort());
  try {
    for (const { item } of leaves) run.enqueued(item);
    await Promise.all(
      groups.map(async ({ tests, server }) => {
        for (const ofFile of Map.groupBy(tests, ({ fileNode }) => fileNode).values()) {
          await runFileTests(context, run, ofFile, server, abort.signal);
        }
      }),
    );
  } finally {
    cancelled.dispose();
    run.end();
  }
}

/** Prepares the server of some tests, or returns the reason that it can't be reached. */
async function prepareOrExplain(
  context: RunContext,
  leaves: readonly RunnableTest[],
): Promise<PreparedServer | string> {
  const [leaf] = leaves;
  if (!leaf) return '';
  try {
    const files = new Set(leaves.flatMap(({ fileNode }) => fileNode.file ?? []));
    return await prepareServer(context, leaf.target, [...files]);
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    return context.toProblem(error)?.message ?? describeServerError(error);
  }
}

/** Runs the tests of one file on one server. Never rejects. */
async function runFileTests(
  context: RunContext,
  run: vscode.TestRun,
  leaves: readonly RunnableTest[],
  server: PreparedServer | string,
  signal: AbortSignal,
): Promise<void> {
  const [first] = leaves;
  const failAll = (text: string): void => {
    for (const { item, fileNode } of leaves) run.errored(item, createTestMessage(fileNode, '', text));
  };
  if (!first || signal.aborted) return;
  const { file } = first.fileNode;
  if (!file) return failAll(vscode.l10n.t("The file has problems, so its tests can't be run."));
  if (typeof server === 'string') return failAll(server);
  const opened = await connectToPreparedServer(server, context, file, signal);
  if (!opened.ok) return signal.aborted ? undefined : failAll(opened.reason);
  try {
    for (const { item, fileNode, test, target } of leaves) {
      if (!test || signal.aborted) continue;
      run.started(item);
      const pointer = `/tests/${test.index}`;
      const outcome = await opened.run(test.test, { signal, timeoutMs: callTimeoutMs, pointer });
      reportOutcome(run, item, fileNode, outcome);
      run.appendOutput(formatOutcome(outcome, test.test.name, getTestTargetTitle(target)), undefined, item);
    }
  } finally {
    void opened.close();
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
    const isBoth = expected !== undefined && actual !== undefined;
    const shownMessage = isBoth || actual === undefined ? message : `${message}\n${actual}`;
    return Object.assign(
      createTestMessage(fileNode, path, shownMessage),
      isBoth && { expectedOutput: expected, actualOutput: actual },
    );
  });
  if (status === 'passed') run.passed(item, durationMs);
  if (status === 'failed') run.failed(item, messages, durationMs);
  if (status === 'errored') run.errored(item, messages, durationMs);
  if (status === 'cancelled') run.skipped(item);
}

function createTestMessage(
  { uri, findPosition }: TestFileNode,
  pointer: string,
  text: string,
): vscode.TestMessage {
  return Object.assign(new vscode.TestMessage(toVisibleText(text)), {
    location: new vscode.Location(uri, findPosition(pointer)),
  });
}

/** Maximum number of characters of an expected or actual value in the test output. */
const maxShownLength = 500;

const statusMarks = { passed: '✓', failed: '✗', errored: '✗', cancelled: '–' } as const;

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
