import type { Environments } from '../api/environments.ts';
import { ApiError, getBrokenRules } from '../api/errors.ts';
import { isRepeatable, maxTries, mayHaveSucceeded, sleep as sleepFor } from '../api/retry.ts';
import { omitUndefined } from '../fields.ts';
import type { VariableStep } from './plan.ts';
import type { KnownVariable } from './variable.ts';

/**
 * What became of a step. `notApplied`: the service doesn't have it. `unknown`: its answer was lost, and the service
 * can't be asked, or doesn't tell.
 */
export type StepResult = 'applied' | 'notApplied' | 'unknown';

export interface VariableStepOutcome {
  readonly step: VariableStep;
  readonly result: StepResult;
  /** Why it isn't `applied`; absent where an earlier step ended the whole. */
  readonly error?: unknown;
  /** What the service said of this key alone. */
  readonly rule?: string;
}

export interface ApplyOptions {
  readonly environments: Environments;
  readonly environmentId: string;
  readonly steps: readonly VariableStep[];
  readonly signal: AbortSignal;
  /** How many steps are over. */
  readonly report?: (done: number) => void;
  /** What the service has now, also after a cancellation; `undefined` where it doesn't say, as is a rejection. */
  readonly read: () => Promise<readonly KnownVariable[] | undefined>;
  /** Ends early when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** As many new variables go out in one request. */
const maxBatchSize = 50;
/** A refused request is sent again this often when the service asks to slow down. */
const maxRateLimitRetries = 5;
/** Of one request, in ms. Longer is left to the person who asked for it, and who is told how long. */
const maxTotalWaitMs = 60_000;
/** A request that was given up may still be on its way, so its traces are looked for only after so many ms. */
const arrivalDelayMs = 1000;

/**
 * Carries steps out one after the other. A refusal of one key doesn't keep the others; what would meet them all
 * (network, sign-in, a missing environment) ends it. What isn't certain afterwards is read from the service, not guessed.
 * Never rejects.
 */
export async function applySteps(options: ApplyOptions): Promise<readonly VariableStepOutcome[]> {
  const outcomes: VariableStepOutcome[] = [];
  const groups = groupSteps(options.steps);
  for (const [index, group] of groups.entries()) {
    const done = await applyGroup(group, options);
    outcomes.push(...done.outcomes);
    if (done.shouldStop) {
      const rest = groups.slice(index + 1).flat();
      outcomes.push(...rest.map((step): VariableStepOutcome => ({ step, result: 'notApplied' })));
      break;
    }
    options.report?.(outcomes.length);
  }
  return reconcile(outcomes, options);
}

interface GroupsOutcome {
  readonly outcomes: readonly VariableStepOutcome[];
  /** The following steps would meet the same. */
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
    const rules = brokenRulesByIndex(error, group.length);
    if (group.length > 1 && isAboutOneKey(error)) {
      // One bad entry has refused all. What it said nothing about is sent again, all apart when it named none.
      const bad = group.filter((_, index) => rules.has(index));
      const good = group.filter((step) => !bad.includes(step));
      const refused = group.flatMap((step, index): VariableStepOutcome[] => {
        const rule = rules.get(index);
        return rule === undefined ? [] : [{ step, result: 'notApplied', error, rule }];
      });
      const again = bad.length > 0 ? [good].filter(({ length }) => length > 0) : good.map((step) => [step]);
      return runSequentially(again, refused, options);
    }
    if (group[0]?.kind === 'remove' && isVariableMissing(error))
      return { outcomes: group.map((step) => ({ step, result: 'applied' })), shouldStop: false };
    const result = mayHaveSucceeded(error) ? 'unknown' : 'notApplied';
    const rule = rules.get(0);
    return {
      outcomes: group.map((step) => ({ step, result, error, ...omitUndefined({ rule }) })),
      shouldStop: !isAboutOneKey(error) && !isCreationUnsupported(error),
    };
  }
}

async function runSequentially(
  groups: readonly (readonly VariableStep[])[],
  before: readonly VariableStepOutcome[],
  options: ApplyOptions,
): Promise<GroupsOutcome> {
  const outcomes = [...before];
  for (const [index, group] of groups.entries()) {
    const done = await applyGroup(group, options);
    outcomes.push(...done.outcomes);
    if (!done.shouldStop) continue;
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
    // E6: `isSecret` always goes out.
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
 * Sends again what wasn't done since it came too fast, and a removal that was lost. The client would tell how its last
 * try ended; once one may have arrived, the others don't say that nothing was done.
 */
async function withRetry(
  work: () => Promise<void>,
  { signal, sleep = sleepFor }: ApplyOptions,
): Promise<void> {
  let lost: unknown;
  let waitedMs = 0;
  for (let wait = 0; ; wait += 1) {
    try {
      return await work();
    } catch (error) {
      if (lost === undefined && mayHaveSucceeded(error)) lost = error;
      if (!shouldRetry(error, wait)) throw isVariableMissing(error) ? error : (lost ?? error);
      const waitMs = error.retryAfterMs ?? 500 * 2 ** wait;
      waitedMs += waitMs;
      if (waitedMs > maxTotalWaitMs) throw lost ?? error;
      await sleep(waitMs, signal);
      if (signal.aborted) throw lost ?? error;
    }
  }
}

function shouldRetry(error: unknown, waits: number): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (error.kind === 'rateLimited') return waits < maxRateLimitRetries;
  return error.method === 'DELETE' && isRepeatable('DELETE', error) && waits < maxTries - 1;
}

/** Neighbouring new variables together, everything else by itself. */
function groupSteps(steps: readonly VariableStep[]): readonly (readonly VariableStep[])[] {
  const groups: VariableStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.kind === 'add' && last?.[0]?.kind === 'add' && last.length < maxBatchSize) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** Replaces what isn't known, all of it of one request, by what the service has now. */
async function reconcile(
  outcomes: readonly VariableStepOutcome[],
  { read, sleep = sleepFor }: ApplyOptions,
): Promise<readonly VariableStepOutcome[]> {
  const unknown = outcomes.filter(({ result }) => result === 'unknown');
  if (unknown.length === 0) return outcomes;
  // Also after a cancellation, so not by its signal.
  await sleep(arrivalDelayMs, new AbortController().signal);
  const now = await read().catch(() => undefined);
  if (!now) return outcomes;
  const results = new Map(unknown.map(({ step }) => [step, findResult(step, now)]));
  const isWhole = [...results.values()].every((result) => result === 'applied');
  return outcomes.map((outcome): VariableStepOutcome => {
    const { step } = outcome;
    const result = results.get(step);
    if (result === undefined) return outcome;
    if (result !== 'applied') return { ...outcome, result };
    // A new secret is ours when the others of its request are there, too; else someone may have been faster.
    return step.kind === 'add' && step.isSecret && !isWhole ? outcome : { step, result };
  });
}

function findResult(step: VariableStep, now: readonly KnownVariable[]): StepResult {
  if (step.kind === 'remove') {
    return now.some(({ id }) => id === step.variable.id) ? 'notApplied' : 'applied';
  }
  const found = now.find(({ id, key }) => (step.kind === 'add' ? key === step.key : id === step.variable.id));
  if (found?.key !== step.key || (step.isSecret && !found.isSecret)) return 'notApplied';
  if (step.kind === 'add') return step.isSecret ? 'applied' : resultForValue(step.value, found);
  // A request is done whole or not at all, so one visible part of it tells of the others.
  const { variable, value } = step;
  if (variable.key !== step.key || variable.isSecret !== step.isSecret || value === undefined) {
    return 'applied';
  }
  return resultForValue(value, found);
}

/** By a value that the service may not tell. */
function resultForValue(value: string, { value: found }: KnownVariable): StepResult {
  if (found === undefined) return 'unknown';
  return found === value ? 'applied' : 'notApplied';
}

/** The service, or our own check of the request, has refused this one; the next may be fine. */
function isAboutOneKey(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'badRequest' || error.kind === 'conflict' || isVariableMissing(error);
}

/** The variable isn't there: someone else has deleted it. */
function isVariableMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.kind === 'notFound' && !error.unknownPath && error.operation !== 'environments.createVariables'
  );
}

/** To create variables is beyond the specification; to change and delete them isn't. */
function isCreationUnsupported(error: unknown): boolean {
  return error instanceof ApiError && error.unknownPath && error.operation === 'environments.createVariables';
}

/** What is wrong with which of so many variables of a request, by its place. What names none is about the only one. */
function brokenRulesByIndex(error: unknown, count: number): ReadonlyMap<number, string> {
  const rules = new Map<number, string>();
  for (const { path, message } of getBrokenRules(error)) {
    const named = /^environmentVariables\[(\d+)\]/.exec(path)?.[1];
    const index = named === undefined ? (count === 1 ? 0 : -1) : Number(named);
    if (index >= 0 && !rules.has(index)) rules.set(index, message);
  }
  return rules;
}
