import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createClient } from '../../../src/api/client.ts';
import { defaultTiming } from '../../../src/api/retry.ts';
import {
  type ApplyOptions,
  applySteps,
  type VariableStepOutcome,
} from '../../../src/variables/applySteps.ts';
import {
  findRequestedChanges,
  planSteps,
  type RequestedVariable,
  type VariableStep,
} from '../../../src/variables/plan.ts';
import type { KnownVariable } from '../../../src/variables/variable.ts';
import type { Fault } from '../../service/faults.ts';
import type { SampleService } from '../../service/service.ts';
import { productionId } from '../service/support.ts';

/** A part of every value, old or new. Nothing that might be shown to users can contain it. */
export const marker = 'Zq7-marker';
export const value = (name: string): string => `${marker}-${name}`;

export type StoredVariable = Pick<KnownVariable, 'key' | 'isSecret'> & { readonly value: string };

/** A request that changes something, before it's sent. */
export interface ChangeRequest {
  readonly method: string;
  /** Sends the request as the client does, with its signal. */
  readonly send: () => Promise<Response>;
  /** Sends the request without its signal, so that the client can't cancel it. */
  readonly sendAnyway: () => Promise<Response>;
}

/** Handles a request in place of `fetch`, for example with a failure. */
export type RequestHandler = (write: ChangeRequest, scene: ApplyRun) => Promise<Response>;

export interface SentChange {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface ApplyRunOptions {
  /** Returns the handler of a changing request by its number, from 0. `undefined` if the request is sent normally. */
  readonly getHandler?: (number: number) => RequestHandler | undefined;
  readonly read?: ApplyOptions['read'];
  /** Called when a request of this client has received a response. */
  readonly onResponse?: (scene: ApplyRun) => void;
  readonly onSleep?: (scene: ApplyRun) => unknown;
}

/** An environment of the sample service, and a real client that applies steps to it. */
export interface ApplyRun {
  readonly service: SampleService;
  readonly changeRequests: readonly SentChange[];
  /** Returns how often the variables were read. */
  readonly getReadCount: () => number;
  readonly waits: readonly number[];
  readonly reports: readonly number[];
  readonly cancel: () => void;
  /** A request that arrives during the next wait. */
  delayedRequest: (() => Promise<unknown>) | undefined;
  readonly apply: (steps: readonly VariableStep[]) => Promise<readonly VariableStepOutcome[]>;
}

/** Sets the variables of the environment. Their IDs are `var_KEY`. */
export function storeVariables(service: SampleService, records: readonly StoredVariable[]): void {
  const environmentId = productionId(service);
  for (const { id } of listStoredVariables(service)) service.world.variables.delete(id);
  for (const record of records) {
    const id = `var_${record.key}`;
    service.world.variables.set(id, { id, environmentId, createdAt: '2026-01-01T00:00:00.000Z', ...record });
  }
}

export function listStoredVariables(service: SampleService) {
  const environmentId = productionId(service);
  return [...service.world.variables.values()].filter((one) => one.environmentId === environmentId);
}

/** Returns the variables as the service lists them. */
export function listAsService(service: SampleService): KnownVariable[] {
  return listStoredVariables(service).map(({ id, key, isSecret, value: held }) =>
    isSecret ? { id, key, isSecret } : { id, key, isSecret, value: held },
  );
}

export function createApplyRun(service: SampleService, options: ApplyRunOptions = {}): ApplyRun {
  service.faults.clear();
  service.requests.clear();
  const environmentId = productionId(service);
  const stop = new AbortController();
  const changeRequests: SentChange[] = [];
  const waits: number[] = [];
  const reports: number[] = [];
  let reads = 0;

  const interceptedFetch: typeof fetch = (input, init = {}) => {
    const { method = 'GET', body, signal: _, ...rest } = init;
    const path = new URL(String(input)).pathname;
    if (method === 'GET') {
      reads += 1;
      return fetch(input, init);
    }
    const trouble = options.getHandler?.(changeRequests.length);
    changeRequests.push({ method, path, body: typeof body === 'string' ? body : '' });
    const write: ChangeRequest = {
      method,
      send: () => fetch(input, init),
      sendAnyway: () => fetch(input, { ...rest, method, body: body ?? null }),
    };
    return trouble ? trouble(write, scene) : write.send();
  };
  const { environments } = createClient({
    baseUrl: service.url,
    getToken: async () => service.apiKey,
    fetch: interceptedFetch,
    logger: { logRequest: () => options.onResponse?.(scene) },
    timing: { sleep: async () => undefined },
  });

  const scene: ApplyRun = {
    service,
    changeRequests,
    getReadCount: () => reads,
    waits,
    reports,
    cancel: () => stop.abort(),
    delayedRequest: undefined,
    apply: async (steps) => {
      const outcomes = await applySteps({
        environments,
        environmentId,
        steps,
        signal: stop.signal,
        report: (done) => reports.push(done),
        read: options.read ?? (() => environments.listVariables(environmentId)),
        sleep: async (ms) => {
          waits.push(ms);
          options.onSleep?.(scene);
          await scene.delayedRequest?.();
          scene.delayedRequest = undefined;
        },
      });
      await scene.delayedRequest?.();
      return outcomes;
    },
  };
  return scene;
}

const createKeys = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name}_${index + 1}`);

/**
 * The variables before the plan of twenty steps: those that it changes or removes, and those that it doesn't affect.
 */
const initialVariables: readonly StoredVariable[] = [
  ...createKeys(4, 'PLAIN').map((key) => ({ key, value: value(`old-${key}`), isSecret: false })),
  ...createKeys(3, 'SECRET').map((key) => ({ key, value: value(`old-${key}`), isSecret: true })),
  ...createKeys(2, 'TO_HIDE').map((key) => ({ key, value: value(`old-${key}`), isSecret: false })),
  ...createKeys(2, 'GONE').map((key) => ({ key, value: value(`old-${key}`), isSecret: false })),
  ...createKeys(2, 'GONE_SECRET').map((key) => ({ key, value: value(`old-${key}`), isSecret: true })),
  { key: 'KEPT', value: value('kept'), isSecret: false },
  { key: 'KEPT_SECRET', value: value('kept-secret'), isSecret: true },
];

const requestedVariables: readonly RequestedVariable[] = [
  ...createKeys(4, 'NEW').map((key) => ({ key, value: value(key) })),
  ...createKeys(3, 'NEW_SECRET').map((key) => ({ key, value: value(key), isSecret: true })),
  ...createKeys(4, 'PLAIN').map((key) => ({ key, value: value(key) })),
  ...createKeys(3, 'SECRET').map((key) => ({ key, value: value(key), isSecret: true })),
  { key: 'TO_HIDE_1', isSecret: true },
  { key: 'TO_HIDE_2', value: value('TO_HIDE_2'), isSecret: true },
  { key: 'KEPT', value: value('kept') },
  { key: 'KEPT_SECRET', isSecret: true },
];

/** Sets the initial variables, and returns a plan with 7 additions in one request, 9 changes, and 4 deletions. */
export function planTwentySteps(service: SampleService): readonly VariableStep[] {
  storeVariables(service, initialVariables);
  const now = listAsService(service);
  const { steps } = planSteps(now, findRequestedChanges(now, requestedVariables));
  assert.equal(steps.length, 20);
  return steps;
}

/** Returns the steps of each request, if no request fails. */
export function groupIntoRequests(steps: readonly VariableStep[]): readonly (readonly VariableStep[])[] {
  const adds = steps.filter(({ kind }) => kind === 'add');
  return [adds, ...steps.filter(({ kind }) => kind !== 'add').map((step) => [step])];
}

/** Whether the service has the change of a step, including the value. */
export function isApplied(service: SampleService, step: VariableStep): boolean {
  if (step.kind === 'remove') return !service.world.variables.has(step.variable.id);
  const found =
    step.kind === 'change'
      ? service.world.variables.get(step.variable.id)
      : listStoredVariables(service).find(({ key }) => key === step.key);
  return (
    found?.key === step.key &&
    found.isSecret === step.isSecret &&
    (step.value === undefined || found.value === step.value)
  );
}

/** Asserts that each step has one outcome, which is consistent with the variables of the service. */
export function assertOutcomes(
  service: SampleService,
  steps: readonly VariableStep[],
  outcomes: readonly VariableStepOutcome[],
  mayBeUnknown: (step: VariableStep) => boolean = () => false,
): void {
  assert.deepEqual(new Set(outcomes.map(({ step }) => step)), new Set(steps));
  assert.equal(outcomes.length, steps.length);
  for (const { step, result, error } of outcomes) {
    const name = `${step.kind} ${step.key}`;
    if (result === 'unknown') assert.ok(mayBeUnknown(step), `${name} is known`);
    else assert.equal(result === 'applied', isApplied(service, step), `${name} is ${result}`);
    if (result === 'applied') assert.equal(error, undefined, `${name} has no error`);
  }
  assertNoValues(outcomes);
}

/** Applies steps, and asserts that the outcomes are consistent with the variables of the service. */
export async function applyPlan(
  service: SampleService,
  steps: readonly VariableStep[],
  options: ApplyRunOptions = {},
  mayBeUnknown?: (step: VariableStep) => boolean,
) {
  const scene = createApplyRun(service, options);
  const outcomes = await scene.apply(steps);
  assertOutcomes(service, steps, outcomes, mayBeUnknown);
  return { scene, outcomes };
}

/** Asserts that the variables are the initial ones with the applied steps, and no others. */
export function assertOthersUnchanged(service: SampleService, steps: readonly VariableStep[]): void {
  const expected = new Map<string, StoredVariable>(initialVariables.map((record) => [record.key, record]));
  for (const step of steps.filter((one) => isApplied(service, one))) {
    const { key } = step;
    if (step.kind === 'remove') expected.delete(key);
    else {
      const held = step.value ?? expected.get(key)?.value ?? '';
      expected.set(key, { key, value: held, isSecret: step.isSecret });
    }
  }
  const sorted = (records: readonly StoredVariable[]) =>
    records
      .map(({ key, value: held, isSecret }) => ({ key, value: held, isSecret }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  assert.deepEqual(sorted(listStoredVariables(service)), sorted([...expected.values()]));
}

/** Asserts that no POST or PATCH request was sent twice. */
export function assertSentOnce(writes: readonly SentChange[]): void {
  const texts = writes.filter(({ method }) => method !== 'DELETE').map((sent) => JSON.stringify(sent));
  assert.equal(new Set(texts).size, texts.length, 'no request was sent twice');
}

/** Asserts that outcomes contain no values, except in their steps, which are those of the caller. */
export function assertNoValues(outcomes: readonly VariableStepOutcome[]): void {
  const errors = new Set(outcomes.map(({ error }) => error));
  const texts = [...errors].flatMap((error) => [
    JSON.stringify(error),
    inspect(error, { depth: 20, showHidden: true }),
    error instanceof Error ? `${error.message}\n${error.stack}` : '',
  ]);
  const rest = outcomes.map(({ result, serviceMessage }) => ({ result, serviceMessage }));
  const text = [...texts, JSON.stringify(rest)].join('\n');
  assert.ok(!text.includes(marker), text);
}

/** Creates a handler that adds a fault for the next request with this method. `stays`: for all of them. */
export function addFault(what: Omit<Fault, 'match'>, { stays = false } = {}): RequestHandler {
  return ({ method, send }, { service }) => {
    service.faults.add({ match: { method }, ...(!stays && { times: 1 }), ...what });
    return send();
  };
}

/** Creates a handler that sends the request to its end, and then handles it again with another handler. */
export const afterSuccess =
  (trouble: RequestHandler): RequestHandler =>
  async (write, scene) => {
    await (await write.sendAnyway()).text();
    return trouble(write, scene);
  };

/** Fails as if nothing listens at the address. */
export const refuseConnection: RequestHandler = () => Promise.reject(systemError('ECONNREFUSED'));

/** Fails as if the connection was reset. The request arrives later. */
export const arriveLate: RequestHandler = ({ sendAnyway }, scene) => {
  scene.delayedRequest = sendAnyway;
  return Promise.reject(systemError('ECONNRESET'));
};

export const cancelBefore: RequestHandler = ({ send }, scene) => {
  scene.cancel();
  return send();
};

export const cancelWhileWaiting: RequestHandler = async (write, scene) => {
  const answer = await sendWithoutResponse(write, scene);
  scene.cancel();
  return answer.promise;
};

/** Lets the request time out. Requires mocked timers. */
export const timeOut: RequestHandler = async (write, scene) => {
  const answer = await sendWithoutResponse(write, scene);
  mock.timers.tick(defaultTiming.idleTimeoutMs);
  return answer.promise;
};

/** Sends a request that gets no response. Resolves when the request has arrived. */
async function sendWithoutResponse({ method, send }: ChangeRequest, { service }: ApplyRun) {
  service.faults.add({ match: { method }, times: 1, hang: true });
  const before = service.requests.list().length;
  const promise = send();
  promise.catch(() => undefined);
  while (service.requests.list().length === before) await setImmediate();
  return { promise };
}

export const cancelAndArriveLate: RequestHandler = ({ send, sendAnyway }, scene) => {
  scene.delayedRequest = sendAnyway;
  scene.cancel();
  return send();
};

function systemError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}
