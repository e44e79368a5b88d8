import * as l10n from '@vscode/l10n';
import { getField } from '../../fields.ts';
import { describeServerError } from '../describeServerError.ts';
import { withTimeLimit } from '../idleTimeout.ts';
import { maskSecrets } from '../maskSecrets.ts';
import type { McpCall, McpConnection } from '../mcpConnection.ts';
import { getRequiredUrlElicitations } from '../serverRequests/urlElicitation.ts';
import { isSessionLost } from '../sessionLostError.ts';
import { checkExpectation } from './checkExpectation.ts';
import { describeRejectedRequest, type RequestRejecter } from './requestRejecter.ts';
import type { McpTest } from './testFile.ts';
import type { TestFailure, TestOutcome } from './testOutcome.ts';

export interface TestRunOptions {
  readonly signal: AbortSignal;
  /** Maximum number of milliseconds until the response. */
  readonly timeoutMs: number;
  /** JSON Pointer of the test in its file. Paths of failures begin with it. */
  readonly pointer?: string;
  /** Values that must not appear in an outcome, such as header values. */
  readonly secrets?: readonly string[];
  /** The rejecter of the same connection. Tests that share it must run in sequence. */
  readonly rejecter?: RequestRejecter;
}

/** Calls the tool, prompt, or resource of a test, and compares the response with the expected one. Never rejects. */
export async function runTest(
  test: McpTest,
  connection: Pick<McpConnection, 'call'> & Partial<Pick<McpConnection, 'sessionId'>>,
  options: TestRunOptions,
): Promise<TestOutcome> {
  const { signal, timeoutMs, rejecter, pointer = '', secrets = [] } = options;
  const startedAt = performance.now();
  const createOutcome = (
    status: TestOutcome['status'],
    durationMs: number,
    failures: readonly TestFailure[] = [],
  ) => ({
    status,
    durationMs,
    failures: failures.map((one) => redactFailure({ ...one, path: pointer + one.path }, secrets)),
  });
  // Requests that the server sent before this test don't make it fail.
  rejecter?.takeKinds();
  const call = toCall(test);
  let result: unknown;
  try {
    result = await withTimeLimit(timeoutMs, signal, (limited) =>
      connection.call(call, { signal: limited, timeoutMs }),
    );
  } catch (error) {
    const durationMs = performance.now() - startedAt;
    if (signal.aborted) return createOutcome('canceled', durationMs);
    const isTimeout =
      getField(error, 'name') === 'TimeoutError' || getField(error, 'code') === 'REQUEST_TIMEOUT';
    const message = isTimeout
      ? l10n.t("The server didn't respond within {0} s.", timeoutMs / 1000)
      : explainTestError(error);
    const rejections = createRejectionFailures(rejecter);
    const hasResponded = rejections.length > 0 || (!isTimeout && isProtocolError(error));
    const failedOutcome = createOutcome(hasResponded ? 'failed' : 'errored', durationMs, [
      ...rejections,
      { message, path: '' },
    ]);
    return isSessionLost(error, { sessionId: connection.sessionId })
      ? { ...failedOutcome, isSessionLost: true }
      : failedOutcome;
  }
  const durationMs = performance.now() - startedAt;
  try {
    const response = { kind: call.kind, result, durationMs };
    const failures = [...createRejectionFailures(rejecter), ...checkExpectation(test.expect, response)];
    return createOutcome(failures.length === 0 ? 'passed' : 'failed', durationMs, failures);
  } catch {
    // The comparison takes too many steps, or the nesting exceeds the stack.
    const message = l10n.t(
      "Couldn't compare the response with the expected response because one of them is too complex.",
    );
    return createOutcome('errored', durationMs, [{ message, path: '/expect' }]);
  }
}

function toCall({ tool, prompt, resource, arguments: args = {} }: McpTest): McpCall {
  if (tool !== undefined) return { kind: 'tool', name: tool, args };
  if (resource !== undefined) return { kind: 'resource', uri: resource };
  return { kind: 'prompt', name: prompt ?? '', args: args as Readonly<Record<string, string>> };
}

const createRejectionFailures = (rejections: RequestRejecter | undefined): readonly TestFailure[] =>
  (rejections?.takeKinds() ?? []).map((kind) => ({ path: '', message: describeRejectedRequest(kind) }));

/** Describes an error. The text doesn't mention elements of the inspector page, which a test doesn't have. */
const explainTestError = (error: unknown): string =>
  getRequiredUrlElicitations(error).length > 0
    ? l10n.t("The server requires you to visit a URL first, which tests don't support.")
    : describeServerError(error);

/** Whether an error is a JSON-RPC error response. */
function isProtocolError(error: unknown): boolean {
  return typeof getField(error, 'code') === 'number' && typeof getField(error, 'status') !== 'number';
}

/** Maximum number of UTF-16 units of an expected or actual value. */
const maxTextLength = 100_000;

/** Returns a failure without secrets and with values of limited length. */
function redactFailure(failure: TestFailure, secrets: readonly string[]): TestFailure {
  // Secrets are masked before the text is cut: a part of a secret is a secret as well.
  const redact = (text: string): string => {
    const masked = maskSecrets(text, secrets);
    return masked.length > maxTextLength ? `${masked.slice(0, maxTextLength)}…` : masked;
  };
  const { path, message, expected, actual } = failure;
  return {
    path,
    message: redact(message),
    ...(expected !== undefined && { expected: redact(expected) }),
    ...(actual !== undefined && { actual: redact(actual) }),
  };
}
