import type { Environments } from '../api/environments.ts';
import { ApiError, getRequestIssues } from '../api/errors.ts';
import { isRepeatable, maxAttempts, mightHaveSucceeded } from '../api/retry.ts';
import { inFlightMs } from '../api/sendOnce.ts';
import { sleep as sleepFor } from '../api/sleep.ts';
import { omitUndefined } from '../fields.ts';
import type { VariableStep } from './plan.ts';
import type { KnownVariable } from './variable.ts';

/**
 * The result of a step. `notApplied`: the service doesn't have the change. `unknown`: the response was lost, and the
 * service doesn't report the current state.
 */
type StepResult = 'applied' | 'notApplied' | 'unknown';

export interface VariableStepOutcome {
  readonly step: VariableStep;
  readonly result: StepResult;
  /**
   * The reason why the step isn't `applied`. Absent if the step wasn't sent, because an earlier step or a cancellation
   * stopped the run.
   */
  readonly error?: unknown;
  /** The message about this key, from the service or from the client's validation of the request. */
  readonly serviceMessage?: string;
}

export interface ApplyOptions {
  readonly environments: Environments;
  readonly environmentId: string;
  readonly steps: readonly VariableStep[];
  readonly signal: AbortSignal;
  /** Called with the number of finished steps after each request, unless it stops the run. */
  readonly report?: (done: number) => void;
  /** Reads the current variables, even after a cancellation. Returns `undefined` or rejects if they can't be read. */
  readonly read: () => Promise<readonly KnownVariable[] | undefined>;
  /** Waits. Must resolve early when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Maximum number of new variables in one request. */
const maxBatchSize = 50;
/** Maximum number of times that a request is sent again because the service requested a delay. */
const maxRateLimitRetries = 5;
/** Maximum total time to wait before one request. If the service asks for more, its error is reported. */
const maxTotalWaitMs = 60_000;

/**
 * Runs steps in sequence. If the service rejects one key, the others continue. A failure that would affect all steps
 * (network, sign-in, a missing environment) stops the run. Afterwards, reads the variables from the service to
 * determine uncertain results. Never rejects.
 */
export async function applySteps(options: ApplyOptions): Promise<readonly VariableStepOutcome[]> {
  const { outcomes } = await runSequentially(groupSteps(options.steps), [], options, options.report);
  return reconcile(outcomes, options);
}

interface GroupsOutcome {
  readonly outcomes: readonly VariableStepOutcome[];
  /** Whether the following steps must not be sent: they would fail in the same way, or the run was canceled. */
  readonly shouldStop: boolean;
}

async function applyGroup(group: readonly VariableStep[], options: ApplyOptions): Promise<GroupsOutcome> {
  if (options.signal.aborted) {
    return { outcomes: group.map((step) => ({ step, result: 'notApplied' })), shouldStop: true };
  }
  try {
    await withRetry(() => sendGroup(group, options), options);
    return { outcomes: group.map((step) => ({ step, result: 'applied' })), shouldStop: false };
  } catch (error) {
    const messages = findMessagesByIndex(error, group.length);
    if (group.length > 1 && isAboutOneKey(error)) {
      // At least one invalid variable made the service reject the whole request. The variables without a message are
      // sent again: together, or one by one if no variable has a message.
      const bad = group.filter((_, index) => messages.has(index));
      const good = group.filter((step) => !bad.includes(step));
      const rejectedOutcomes = group.flatMap((step, index): VariableStepOutcome[] => {
        const serviceMessage = messages.get(index);
        return serviceMessage === undefined ? [] : [{ step, result: 'notApplied', error, serviceMessage }];
      });
      const groupsToRetry =
        bad.length > 0 ? [good].filter(({ length }) => length > 0) : good.map((step) => [step]);
      return runSequentially(groupsToRetry, rejectedOutcomes, options);
    }
    if (group[0]?.kind === 'remove' && isVariableMissing(error))
      return { outcomes: group.map((step) => ({ step, result: 'applied' })), shouldStop: false };
    const result = mightHaveSucceeded(error) ? 'unknown' : 'notApplied';
    const serviceMessage = messages.get(0);
    return {
      outcomes: group.map((step) => ({ step, result, error, ...omitUndefined({ serviceMessage }) })),
      shouldStop: !isAboutOneKey(error) && !isCreationUnsupported(error),
    };
  }
}

/** Sends groups in sequence until one stops the run. The steps of the remaining groups are `notApplied`. */
async function runSequentially(
  groups: readonly (readonly VariableStep[])[],
  previousOutcomes: readonly VariableStepOutcome[],
  options: ApplyOptions,
  report?: ApplyOptions['report'],
): Promise<GroupsOutcome> {
  const outcomes = [...previousOutcomes];
  for (const [index, group] of groups.entries()) {
    const { outcomes: added, shouldStop } = await applyGroup(group, options);
    outcomes.push(...added);
    if (!shouldStop) {
      report?.(outcomes.length);
      continue;
    }
    const rest = groups.slice(index + 1).flat();
    return {
      outcomes: [...outcomes, ...rest.map((step): VariableStepOutcome => ({ step, result: 'notApplied' }))],
      shouldStop: true,
    };
  }
  return { outcomes, shouldStop: false };
}

async function sendGroup(
  group: readonly VariableStep[],
  { environments, environmentId, signal }: ApplyOptions,
): Promise<void> {
  const [first] = group;
  if (first?.kind === 'change') {
    const { key, value, isSecret, variable } = first;
    // `environments.updateVariable` requires `isSecret`.
    const change = { key, isSecret, ...omitUndefined({ value }) };
    await environments.updateVariable(variable.id, change, { signal });
  } else if (first?.kind === 'remove') {
    await environments.deleteVariable(first.variable.id, { signal, isSingleTry: true });
  } else {
    const added = group.flatMap((step) => (step.kind === 'add' ? [step] : []));
    const records = added.map(({ key, value, isSecret }) => ({ key, value, isSecret }));
    await environments.createVariables(environmentId, records, { signal });
  }
}

/**
 * Sends a request. Repeats it after a rate limit, and repeats a deletion after a lost response. If a try might have
 * succeeded, throws its error instead of a later one, because a later error doesn't prove that nothing was changed.
 * Only the error of a missing variable is always thrown.
 */
async function withRetry(
  send: () => Promise<void>,
  { signal, sleep = sleepFor }: ApplyOptions,
): Promise<void> {
  let uncertainError: unknown;
  let waitedMs = 0;
  for (let wait = 0; ; wait += 1) {
    try {
      return await send();
    } catch (error) {
      if (uncertainError === undefined && mightHaveSucceeded(error)) uncertainError = error;
      if (!shouldRetry(error, wait)) throw isVariableMissing(error) ? error : (uncertainError ?? error);
      const waitMs = error.retryAfterMs ?? 500 * 2 ** wait;
      waitedMs += waitMs;
      if (waitedMs > maxTotalWaitMs) throw uncertainError ?? error;
      await sleep(waitMs, signal);
      if (signal.aborted) throw uncertainError ?? error;
    }
  }
}

function shouldRetry(error: unknown, waits: number): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.kind === 'rateLimited') return waits < maxRateLimitRetries;
  return error.method === 'DELETE' && isRepeatable('DELETE', error) && waits < maxAttempts - 1;
}

/** Groups adjacent `add` steps, up to 50 in one request. Every other step is a group of its own. */
function groupSteps(steps: readonly VariableStep[]): readonly (readonly VariableStep[])[] {
  const groups: VariableStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.kind === 'add' && last?.[0]?.kind === 'add' && last.length < maxBatchSize) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** Determines unknown results from the current variables of the service, if they can be read. */
async function reconcile(
  outcomes: readonly VariableStepOutcome[],
  { read, sleep = sleepFor }: ApplyOptions,
): Promise<readonly VariableStepOutcome[]> {
  const unknown = outcomes.filter(({ result }) => result === 'unknown');
  if (unknown.length === 0) return outcomes;
  // Doesn't use the signal of the run: the results must be determined even after a cancellation.
  await sleep(inFlightMs, new AbortController().signal);
  const current = await read().catch(() => undefined);
  if (!current) return outcomes;
  const results = new Map(unknown.map(({ step }) => [step, findResult(step, current)]));
  const areAllApplied = [...results.values()].every((result) => result === 'applied');
  return outcomes.map((outcome): VariableStepOutcome => {
    const { step } = outcome;
    const result = results.get(step);
    if (result === undefined) return outcome;
    if (result !== 'applied') return { ...outcome, result };
    // A secret with this key proves that it was added by this request only if all other uncertain changes were applied,
    // too. Otherwise, another user might have added it.
    return step.kind === 'add' && step.isSecret && !areAllApplied ? outcome : { step, result };
  });
}

function findResult(step: VariableStep, current: readonly KnownVariable[]): StepResult {
  if (step.kind === 'remove') {
    return current.some(({ id }) => id === step.variable.id) ? 'notApplied' : 'applied';
  }
  const currentVariable = current.find(({ id, key }) =>
    step.kind === 'add' ? key === step.key : id === step.variable.id,
  );
  if (currentVariable?.key !== step.key || (step.isSecret && !currentVariable.isSecret)) return 'notApplied';
  if (step.kind === 'add') return step.isSecret ? 'applied' : compareValue(step.value, currentVariable);
  // The service applies a request completely or not at all, so one visible change proves the others.
  const { variable, value } = step;
  if (variable.key !== step.key || variable.isSecret !== step.isSecret || value === undefined) {
    return 'applied';
  }
  return compareValue(value, currentVariable);
}

/**
 * Compares a requested value with the one on the service. Returns `unknown` if the service doesn't return the value.
 */
function compareValue(value: string, { value: found }: KnownVariable): StepResult {
  if (found === undefined) return 'unknown';
  return found === value ? 'applied' : 'notApplied';
}

/** Whether the service or the client rejected individual variables, so that the next steps can succeed. */
function isAboutOneKey(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'badRequest' || error.kind === 'conflict' || isVariableMissing(error);
}

/** Whether the variable to change or delete no longer exists. */
function isVariableMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.kind === 'notFound' &&
    !error.isUnsupportedOperation &&
    error.operation !== 'environments.createVariables'
  );
}

/** Whether the service doesn't support creating variables. The operation isn't part of the specification. */
function isCreationUnsupported(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.isUnsupportedOperation &&
    error.operation === 'environments.createVariables'
  );
}

/**
 * Returns the first message about each variable of a request, by the index of the variable. A message without an index
 * is used only if the request has a single variable.
 */
function findMessagesByIndex(error: unknown, count: number): ReadonlyMap<number, string> {
  const messages = new Map<number, string>();
  for (const { path, message } of getRequestIssues(error)) {
    const indexText = /^environmentVariables\[(\d+)\]/.exec(path)?.[1];
    const index = indexText === undefined ? (count === 1 ? 0 : -1) : Number(indexText);
    if (index >= 0 && !messages.has(index)) messages.set(index, message);
  }
  return messages;
}
