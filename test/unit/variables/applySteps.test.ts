import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { type ApiError, isApiError } from '../../../src/api/errors.ts';
import type { VariableStepOutcome } from '../../../src/variables/applySteps.ts';
import type { VariableStep } from '../../../src/variables/plan.ts';
import type { KnownVariable } from '../../../src/variables/variable.ts';
import { useService } from '../service/support.ts';
import {
  type ApplyRunOptions,
  addFault,
  afterSuccess,
  applyPlan,
  arriveLate,
  assertNoValues,
  assertOthersUnchanged,
  assertOutcomes,
  assertSentOnce,
  cancelAndArriveLate,
  cancelBefore,
  cancelWhileWaiting,
  createApplyRun,
  groupIntoRequests,
  isApplied,
  listAsService,
  listStoredVariables,
  marker,
  planTwentySteps,
  type RequestHandler,
  refuseConnection,
  type StoredVariable,
  storeVariables,
  timeOut,
  value,
} from './applySetUp.ts';

const { service } = useService({ seed: 3, typicalOnly: true });
before(() => mock.timers.enable({ apis: ['setTimeout'] }));
after(() => mock.timers.reset());

const add = (key: string, isSecret = false): VariableStep => ({
  kind: 'add',
  key,
  value: value(key),
  isSecret,
});
const toKnownVariable = ({ key, isSecret, value: held }: StoredVariable): KnownVariable => ({
  id: `var_${key}`,
  key,
  isSecret,
  ...(!isSecret && { value: held }),
});
const plain = (key: string): StoredVariable => ({ key, value: value(`old-${key}`), isSecret: false });
const secret = (key: string): StoredVariable => ({ ...plain(key), isSecret: true });
const change = (record: StoredVariable, more: { value?: string; isSecret?: boolean } = {}): VariableStep => ({
  kind: 'change',
  key: record.key,
  variable: toKnownVariable(record),
  value: value(record.key),
  isSecret: record.isSecret,
  ...more,
});
const remove = (record: StoredVariable): VariableStep => ({
  kind: 'remove',
  key: record.key,
  variable: toKnownVariable(record),
});

/** Whether the list of variables can't show the change, because the variable was already a secret. */
const isUnverifiable = (step: VariableStep): boolean =>
  step.kind === 'change' && step.variable.isSecret && step.value !== undefined;

function getError(outcomes: readonly VariableStepOutcome[], key: string): ApiError {
  const error = outcomes.find(({ step }) => step.key === key)?.error;
  assert.ok(isApiError(error), `${key} has an error`);
  return error;
}

/** The handlers of a request and of those after it. The last one handles all further requests. */
type FailureSequence = readonly RequestHandler[];
const sendNormally: RequestHandler = ({ send }) => send();

const failureSequences: { readonly [name: string]: FailureSequence } = {
  'cut before the answer': [addFault({ drop: 'beforeAnswer' }), sendNormally],
  'cut after the headers': [addFault({ drop: 'afterHeaders' }), sendNormally],
  'cut within the answer': [addFault({ drop: 'midBody' }), sendNormally],
  'cut after the work': [addFault({ drop: 'afterWork' }), sendNormally],
  'always cut before the answer': [addFault({ drop: 'beforeAnswer' }, { stays: true })],
  'always cut after the headers': [addFault({ drop: 'afterHeaders' }, { stays: true })],
  'always cut within the answer': [addFault({ drop: 'midBody' }, { stays: true })],
  'always cut after the work': [addFault({ drop: 'afterWork' }, { stays: true })],
  'never connected': [refuseConnection],
  'cut after the work, then never connected': [addFault({ drop: 'afterWork' }), refuseConnection],
  'cut after the work, then signed out': [addFault({ drop: 'afterWork' }), addFault({ status: 401 })],
  'cut after the work, then forbidden': [addFault({ drop: 'afterWork' }), addFault({ status: 403 })],
  'cut after the work, then rate limited': [addFault({ drop: 'afterWork' }), addFault({ status: 429 })],
  'cut before the answer, then signed out': [addFault({ drop: 'beforeAnswer' }), addFault({ status: 401 })],
  'cut after the work, then canceled': [addFault({ drop: 'afterWork' }), cancelBefore],
  'arrives after its connection was lost': [arriveLate, sendNormally],
  'answered with 500': [addFault({ status: 500 }), sendNormally],
  'always answered with 503': [addFault({ status: 503 }, { stays: true })],
  'answered with 401': [addFault({ status: 401 }), sendNormally],
  'always answered with 401': [addFault({ status: 401 }, { stays: true })],
  'answered with 403': [addFault({ status: 403 }), sendNormally],
  'answered with 408': [addFault({ status: 408 }), sendNormally],
  'answered with an unexpected body': [addFault({ body: { hello: 1 } }), sendNormally],
  'answered with an HTML page': [addFault({ body: '<html>', contentType: 'text/html' }), sendNormally],
  'never answered': [timeOut, sendNormally],
  'answered with 500 after the work': [afterSuccess(addFault({ status: 500 })), sendNormally],
  'answered with 504 after the work': [afterSuccess(addFault({ status: 504 })), sendNormally],
  'answered with 408 after the work': [afterSuccess(addFault({ status: 408 })), sendNormally],
  'answered with an unexpected body after the work': [
    afterSuccess(addFault({ body: { hello: 1 } })),
    sendNormally,
  ],
  'never answered after the work': [afterSuccess(timeOut), sendNormally],
  'canceled before it is sent': [cancelBefore, sendNormally],
  'canceled while it waits for the response': [cancelWhileWaiting, sendNormally],
  'canceled after the work': [afterSuccess(cancelBefore), sendNormally],
  'canceled, arrives later': [cancelAndArriveLate, sendNormally],
};

/** Returns options in which the requests from this number on, counted from 0, fail in a sequence. */
function failFrom(way: FailureSequence, number: number): ApplyRunOptions {
  return {
    getHandler: (at) => (at < number ? undefined : (way[at - number] ?? way.at(-1))),
  };
}

/** Returns options in which only the request with this number, counted from 0, is handled. */
function failAt(number: number, trouble: RequestHandler): ApplyRunOptions {
  return { getHandler: (at) => (at === number ? trouble : undefined) };
}

const unreadableService: ApplyRunOptions = { read: () => Promise.reject(new Error('No.')) };

describe('with any failure of a request, each outcome is consistent with the service', () => {
  const requests = 14;
  /**
   * The number of one request of each kind: additions, changes of plain variables and secrets, changes to secrets
   * without and with a value, and deletions of both.
   */
  const ofEachKind = [0, 2, 6, 8, 9, 10, 13];
  /** Plans the steps of only these requests. */
  function planStepsOfEachKind(): readonly VariableStep[] {
    const requestsOfAll = groupIntoRequests(planTwentySteps(service()));
    return ofEachKind.flatMap((number) => requestsOfAll[number] ?? []);
  }

  for (const [name, way] of Object.entries(failureSequences)) {
    test(name, async () => {
      for (const number of ofEachKind.keys()) {
        const steps = planStepsOfEachKind();
        const inFlight = groupIntoRequests(steps)[number] ?? [];
        const { scene } = await applyPlan(
          service(),
          steps,
          failFrom(way, number),
          (step) => inFlight.includes(step) && isUnverifiable(step),
        );
        assertOthersUnchanged(service(), steps);
        assertSentOnce(scene.changeRequests);
        assert.ok(scene.changeRequests.length > number, 'the request was sent');
        assert.ok(scene.getReadCount() <= 1);
      }
    });

    test(`${name}; and the variables cannot be read`, async () => {
      for (const number of ofEachKind.keys()) {
        const steps = planStepsOfEachKind();
        const inFlight = groupIntoRequests(steps)[number] ?? [];
        await applyPlan(service(), steps, { ...failFrom(way, number), ...unreadableService }, (step) =>
          inFlight.includes(step),
        );
        assertOthersUnchanged(service(), steps);
      }
    });
  }

  test('a request that was certainly not carried out is never unknown, even if the variables cannot be read', async () => {
    for (const name of [
      'never connected',
      'answered with 401',
      'always answered with 401',
      'answered with 403',
    ]) {
      for (const number of ofEachKind) {
        const steps = planTwentySteps(service());
        await applyPlan(service(), steps, {
          ...failFrom(failureSequences[name] ?? [], number),
          ...unreadableService,
        });
      }
    }
  });

  test('a failed step has an error, and steps that were not sent have none', async () => {
    for (let number = 0; number < requests; number += 1) {
      const steps = planTwentySteps(service());
      const scene = createApplyRun(service(), failFrom([addFault({ status: 500 })], number));
      const outcomes = await scene.apply(steps);
      const inFlight = groupIntoRequests(steps)[number] ?? [];
      for (const { step, error, result } of outcomes) {
        if (inFlight.includes(step)) assert.ok(isApiError(error, 'server'));
        else assert.equal(error, undefined, `${step.key} is ${result}`);
      }
      assert.equal(scene.changeRequests.length, number + 1);
    }
  });

  test('on a service that cannot list variables, the failed step is unknown', async () => {
    const steps = planTwentySteps(service());
    const way = failFrom([addFault({ drop: 'afterWork' })], 5);
    const outcomes = await createApplyRun(service(), { ...way, read: async () => undefined }).apply(steps);
    const unknown = outcomes.filter(({ result }) => result === 'unknown');
    assert.deepEqual(
      unknown.map(({ step }) => step),
      groupIntoRequests(steps)[5],
    );
  });
});

describe('a service with only the specified operations', () => {
  const { service } = useService({ seed: 3, typicalOnly: true, specOnly: true });

  test('rejects new variables, but changes and deletions continue', async () => {
    const steps = planTwentySteps(service());
    const { scene, outcomes } = await applyPlan(service(), steps);
    assertOthersUnchanged(service(), steps);
    for (const { step, result } of outcomes) {
      assert.equal(result, step.kind === 'add' ? 'notApplied' : 'applied', step.key);
      if (step.kind === 'add') assert.ok(getError(outcomes, step.key).isUnsupportedOperation);
    }
    assert.equal(scene.getReadCount(), 0, 'no result is uncertain');
  });

  test('gets only one request to add variables', async () => {
    storeVariables(service(), [plain('OLD_KEY')]);
    const steps = [
      ...Array.from({ length: 120 }, (_, index) => add(`NEW_${index}`)),
      remove(plain('OLD_KEY')),
    ];
    const { scene } = await applyPlan(service(), steps);
    assert.deepEqual(
      scene.changeRequests.map(({ method }) => method),
      ['POST', 'DELETE'],
    );
    assert.deepEqual(scene.reports, [50, 100, 120, 121]);
  });

  for (const name of ['cut before the answer', 'cut after the work', 'answered with 500']) {
    const way = failureSequences[name] ?? [];
    test(`${name}: only the steps of the failed request can be unknown`, async () => {
      for (const number of [1, 5, 9, 10, 12]) {
        const steps = planTwentySteps(service());
        const inFlight = groupIntoRequests(steps)[number] ?? [];
        await applyPlan(service(), steps, failFrom(way, number), (step) => inFlight.includes(step));
        assertOthersUnchanged(service(), steps);
      }
    });
  }
});

describe('requests', () => {
  test('are sent once, in the order of the plan; variables are read only after uncertain results', async () => {
    const steps = planTwentySteps(service());
    const { scene, outcomes } = await applyPlan(service(), steps);
    assertOthersUnchanged(service(), steps);
    assert.deepEqual(
      outcomes.map(({ step, result }) => [step.key, result]),
      steps.map(({ key }) => [key, 'applied']),
    );
    assert.deepEqual(
      scene.changeRequests.map(({ method }) => method),
      ['POST', ...Array<string>(9).fill('PATCH'), ...Array<string>(4).fill('DELETE')],
    );
    assert.equal(service().requests.list().length, 14);
    assert.equal(scene.getReadCount(), 0);
    assert.deepEqual(scene.waits, []);
    assert.deepEqual(scene.reports, [7, ...Array.from({ length: 13 }, (_, index) => 8 + index)]);
  });

  test('to change a variable always contain whether it is a secret, and the value only if it changes', async () => {
    const steps = planTwentySteps(service());
    const scene = createApplyRun(service());
    await scene.apply(steps);
    const bodies = scene.changeRequests
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }): unknown => JSON.parse(body));
    const changes = steps.flatMap((step) => (step.kind === 'change' ? [step] : []));
    assert.deepEqual(
      bodies,
      changes.map(({ key, isSecret, value: held }) => ({
        key,
        isSecret,
        ...(held !== undefined && { value: held }),
      })),
    );
    assert.ok(changes.some(({ value: held }) => held === undefined));
  });

  test('are not sent after a cancellation', async () => {
    const steps = planTwentySteps(service());
    const scene = createApplyRun(service());
    scene.cancel();
    assertOutcomes(service(), steps, await scene.apply(steps));
    assert.deepEqual([scene.changeRequests.length, scene.getReadCount()], [0, 0]);
  });

  test('are not sent without steps', async () => {
    assert.deepEqual(await createApplyRun(service()).apply([]), []);
    assert.deepEqual(service().requests.list(), []);
  });

  test('with 2,000 new variables are 40', async () => {
    storeVariables(service(), []);
    const steps = Array.from({ length: 2000 }, (_, index) => add(`NEW_${index}`, index % 3 === 0));
    const { scene } = await applyPlan(service(), steps);
    assert.equal(scene.changeRequests.length, 40);
    assert.equal(listStoredVariables(service()).length, 2000);
    assertSentOnce(scene.changeRequests);
  });

  for (const [name, trouble] of Object.entries({
    cancelBefore,
    cancelMeanwhile: cancelWhileWaiting,
    cancelAfter: afterSuccess(cancelBefore),
  })) {
    test(`with 2,000 new variables stop after a cancellation: ${name}`, async () => {
      storeVariables(service(), []);
      const steps = Array.from({ length: 2000 }, (_, index) => add(`NEW_${index}`, index % 3 === 0));
      const { scene } = await applyPlan(service(), steps, failAt(20, trouble));
      assert.equal(scene.changeRequests.length, 21);
      assert.equal(listStoredVariables(service()).length, name === 'cancelAfter' ? 1050 : 1000);
    });
  }
});

describe('an invalid variable among 60 new ones', () => {
  const reserved = 'This key is reserved by the service';
  const taken = 'This key already exists';
  const noKey =
    'must have at least 2 characters, start with a letter, and contain only letters, digits, and underscores';

  /** Returns 60 new variables. `keys`: other keys by index. */
  const sixty = (keys: { readonly [place: number]: string }): readonly VariableStep[] =>
    Array.from({ length: 60 }, (_, index) => add(keys[index] ?? `NEW_${index}`, index % 4 === 0));

  const cases: readonly {
    readonly name: string;
    readonly keys: { readonly [place: number]: string };
    readonly rules: readonly (readonly [key: string, rule: string])[];
    readonly writes: number;
  }[] = [
    { name: 'a reserved key', keys: { 7: 'PATH' }, rules: [['PATH', reserved]], writes: 3 },
    { name: 'an existing key', keys: { 49: 'TAKEN' }, rules: [['TAKEN', taken]], writes: 3 },
    { name: 'a key in the second request', keys: { 55: 'PATH' }, rules: [['PATH', reserved]], writes: 3 },
    {
      name: 'several keys for the same reason',
      keys: { 0: 'PATH', 1: 'HOME', 30: 'PORT', 59: 'HOST' },
      rules: ['PATH', 'HOME', 'PORT', 'HOST'].map((key) => [key, reserved]),
      writes: 4,
    },
    {
      name: 'several keys that the service rejects in separate responses',
      keys: { 3: 'PATH', 20: 'TAKEN', 21: 'TAKEN_TOO' },
      rules: [
        ['PATH', reserved],
        ['TAKEN', taken],
        ['TAKEN_TOO', taken],
      ],
      writes: 4,
    },
    {
      name: 'keys that are names of object members',
      keys: { 1: 'constructor', 2: '__proto__', 3: 'toString', 4: '1_KEY' },
      rules: [
        ['__proto__', noKey],
        ['1_KEY', noKey],
      ],
      writes: 2,
    },
  ];
  for (const { name, keys, rules, writes } of cases) {
    test(`${name}: the others are added, and only invalid variables have a message`, async () => {
      storeVariables(service(), [plain('TAKEN'), secret('TAKEN_TOO')]);
      const steps = sixty(keys);
      const { scene, outcomes } = await applyPlan(service(), steps);
      const bad = new Map(rules);
      for (const { step, result, serviceMessage } of outcomes) {
        assert.equal(result, bad.has(step.key) ? 'notApplied' : 'applied', step.key);
        assert.equal(serviceMessage, bad.get(step.key), step.key);
        if (bad.has(step.key)) assert.equal(getError(outcomes, step.key).kind, 'badRequest');
      }
      assert.equal(scene.changeRequests.length, writes);
      assert.deepEqual(scene.reports.at(-1), 60);
      assert.equal(scene.getReadCount(), 0);
      assertSentOnce(scene.changeRequests);
    });
  }

  test('if all are invalid, none is added, and each has its message', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `TAKEN_${index}`);
    storeVariables(service(), keys.map(plain));
    const steps = keys.map((key) => add(key));
    const { outcomes } = await applyPlan(service(), steps);
    assert.ok(outcomes.every(({ serviceMessage }) => serviceMessage === taken));
  });

  test('more messages than the client keeps', async () => {
    storeVariables(service(), [plain('TAKEN_1'), plain('TAKEN_2')]);
    const steps = sixty({ 0: 'PATH', 1: 'HOME', 40: 'TAKEN_1', 41: 'TAKEN_2' });
    // There are 30 messages about each of the first two variables. The client keeps only 50 messages.
    const issues = [0, 1].flatMap((index) =>
      Array.from({ length: 30 }, () => ({ path: ['environmentVariables', index, 'key'], message: reserved })),
    );
    issues.push({ path: ['environmentVariables', 40, 'key'], message: taken });
    const body = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'No.', data: { issues } };
    const { outcomes } = await applyPlan(service(), steps, failAt(0, addFault({ status: 400, body })));
    const rules = outcomes.flatMap(({ step, serviceMessage }) =>
      serviceMessage === undefined ? [] : [[step.key, serviceMessage]],
    );
    assert.deepEqual(Object.fromEntries(rules), {
      PATH: reserved,
      HOME: reserved,
      TAKEN_1: taken,
      TAKEN_2: taken,
    });
  });

  test('without a message is found by sending each variable separately', async () => {
    storeVariables(service(), []);
    const steps = Array.from({ length: 5 }, (_, index) => add(index === 2 ? 'PATH' : `NEW_${index}`));
    const { scene, outcomes } = await applyPlan(service(), steps, failAt(0, addFault({ status: 400 })));
    assert.deepEqual(
      outcomes.flatMap(({ serviceMessage }) => serviceMessage ?? []),
      [reserved],
    );
    assert.equal(listStoredVariables(service()).length, 4);
    assert.equal(scene.changeRequests.length, 6);
  });

  test('and a cancellation afterwards: the other variables are neither sent nor unknown', async () => {
    storeVariables(service(), []);
    for (const status of [undefined, 400]) {
      const steps = sixty({ 7: 'PATH' });
      const { scene } = await applyPlan(service(), steps, {
        getHandler: () => (status === undefined ? undefined : addFault({ status })),
        onResponse: (scene) => scene.cancel(),
        ...unreadableService,
      });
      assert.equal(scene.changeRequests.length, 1);
    }
  });

  test('and a lost connection afterwards: the results of the other variables are determined', async () => {
    for (const drop of ['beforeAnswer', 'afterWork'] as const) {
      storeVariables(service(), []);
      const steps = sixty({ 7: 'PATH' });
      const { outcomes } = await applyPlan(service(), steps, failAt(1, addFault({ drop })));
      assert.equal(listStoredVariables(service()).length, drop === 'afterWork' ? 49 : 0);
      assert.equal(outcomes.find(({ step }) => step.key === 'PATH')?.serviceMessage, reserved);
    }
  });

  test('a change to a key that is not allowed also has a message', async () => {
    storeVariables(service(), [plain('ONE_KEY'), plain('TWO_KEY'), plain('TAKEN')]);
    const steps: readonly VariableStep[] = [
      { ...change(plain('ONE_KEY')), key: 'TAKEN' },
      { ...change(plain('TAKEN')), key: 'PATH' },
      change(plain('TWO_KEY'), { value: '' }),
      { ...change(plain('TWO_KEY')), key: 'RENAMED' },
    ];
    const outcomes = await createApplyRun(service()).apply(steps);
    assert.deepEqual(
      outcomes.map(({ result, serviceMessage }) => [result, serviceMessage]),
      [
        ['notApplied', taken],
        ['notApplied', reserved],
        ['notApplied', 'must not be empty'],
        ['applied', undefined],
      ],
    );
  });
});

describe('a rate limit', () => {
  test('is followed by a wait, and nothing is done twice', async () => {
    for (let number = 0; number < 14; number += 1) {
      const steps = planTwentySteps(service());
      const { scene, outcomes } = await applyPlan(
        service(),
        steps,
        failAt(number, addFault({ status: 429, retryAfter: 7 })),
      );
      assert.ok(outcomes.every(({ result }) => result === 'applied'));
      assert.deepEqual(scene.waits, [7000]);
      const done = service()
        .requests.list()
        .filter(({ status }) => status === 200);
      assert.equal(done.length, 14);
      assert.equal(new Set(done.map(({ method, path }) => `${method} ${path}`)).size, 14);
    }
  });

  test('without a requested delay is followed by longer and longer waits, up to a limit', async () => {
    for (const number of [0, 3, 12]) {
      const steps = planTwentySteps(service());
      const { scene, outcomes } = await applyPlan(
        service(),
        steps,
        failFrom([addFault({ status: 429 }, { stays: true })], number),
      );
      assertOthersUnchanged(service(), steps);
      assert.deepEqual(scene.waits, [500, 1000, 2000, 4000, 8000]);
      const inFlight = groupIntoRequests(steps)[number] ?? [];
      for (const { key } of inFlight) assert.equal(getError(outcomes, key).kind, 'rateLimited');
      assert.equal(scene.changeRequests.length, number + 6, 'the following steps would fail in the same way');
    }
  });

  test('is followed by waits of at most one minute in total, and then by an error', async () => {
    for (const [retryAfter, waits] of [
      [61, []],
      [60, [60_000]],
      [25, [25_000, 25_000]],
    ] as const) {
      const steps = planTwentySteps(service());
      const { scene, outcomes } = await applyPlan(
        service(),
        steps,
        failFrom([addFault({ status: 429, retryAfter }, { stays: true })], 3),
      );
      assertOthersUnchanged(service(), steps);
      assert.deepEqual(scene.waits, waits);
      const [step] = groupIntoRequests(steps)[3] ?? [];
      assert.equal(getError(outcomes, step?.key ?? '').retryAfterMs, retryAfter * 1000);
    }
  });

  test('is not followed by another request after a cancellation', async () => {
    const steps = planTwentySteps(service());
    const { scene } = await applyPlan(service(), steps, {
      ...failFrom([addFault({ status: 429 }, { stays: true })], 6),
      onSleep: (scene) => scene.cancel(),
      ...unreadableService,
    });
    assert.equal(scene.changeRequests.length, 7);
  });
});

describe('a deletion whose response is lost', () => {
  test('is sent again, so that the other steps continue', async () => {
    const steps = planTwentySteps(service());
    const lose = addFault({ drop: 'afterWork' });
    const scene = createApplyRun(service(), {
      getHandler: (number) => (number === 11 || number === 13 ? lose : undefined),
    });
    const outcomes = await scene.apply(steps);
    assert.ok(outcomes.every(({ result }) => result === 'applied'));
    assertOutcomes(service(), steps, outcomes);
    assert.equal(scene.getReadCount(), 0);
    assert.equal(scene.changeRequests.length, 16);
  });

  test('is not reported as not applied if the repeated request fails and the run is canceled', async () => {
    const steps = planTwentySteps(service());
    const { scene, outcomes } = await applyPlan(service(), steps, {
      ...failFrom([addFault({ drop: 'afterWork' }), refuseConnection], 11),
      onSleep: (scene) => scene.changeRequests.length === 13 && scene.cancel(),
    });
    assert.equal(scene.changeRequests.length, 13);
    assert.equal(outcomes.filter(({ result }) => result === 'applied').length, 18);
  });

  test('is sent at most four times', async () => {
    const steps = planTwentySteps(service());
    const { scene } = await applyPlan(
      service(),
      steps,
      failFrom(failureSequences['always cut before the answer'] ?? [], 11),
    );
    assert.equal(scene.changeRequests.length, 15);
  });

  test('is not sent again if the certificate is invalid', async () => {
    const steps = planTwentySteps(service());
    const cause = Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' });
    const { scene } = await applyPlan(
      service(),
      steps,
      failFrom([() => Promise.reject(new TypeError('', { cause }))], 11),
    );
    assert.equal(scene.changeRequests.length, 12);
  });
});

describe('changes of other users in the meantime', () => {
  const lost = { getHandler: () => addFault({ drop: 'afterWork' }) };

  test('if a variable was deleted, its change is not applied, but its deletion is, and the other steps continue', async () => {
    const steps = planTwentySteps(service());
    for (const key of ['PLAIN_2', 'SECRET_1', 'GONE_2']) service().world.variables.delete(`var_${key}`);
    const { scene, outcomes } = await applyPlan(service(), steps);
    for (const { step, result } of outcomes) {
      const isGone = ['PLAIN_2', 'SECRET_1'].includes(step.key);
      assert.equal(result, isGone ? 'notApplied' : 'applied', step.key);
      if (isGone) assert.equal(getError(outcomes, step.key).kind, 'notFound');
    }
    assert.deepEqual([scene.changeRequests.length, scene.getReadCount()], [14, 0]);
  });

  test('a variable that was made a secret does not become plain', async () => {
    storeVariables(service(), [secret('KEY_1'), plain('KEY_2')]);
    const steps = [change(plain('KEY_1')), change(plain('KEY_2'))];
    const { outcomes } = await applyPlan(service(), steps);
    assert.deepEqual(
      outcomes.map(({ result }) => result),
      ['notApplied', 'applied'],
    );
  });

  test('a variable that was deleted and added again is not the one to change', async () => {
    storeVariables(service(), [plain('KEY_1')]);
    const step = change(plain('KEY_1'), { isSecret: true });
    const { variables } = service().world;
    await applyPlan(service(), [step], {
      getHandler: () => addFault({ drop: 'beforeAnswer' }),
      onSleep: () => {
        const made = variables.get('var_KEY_1');
        assert.ok(made && variables.delete('var_KEY_1'));
        variables.set('var_other', { ...made, id: 'var_other', isSecret: true });
      },
    });
  });

  test('a missing environment stops the run', async () => {
    storeVariables(service(), []);
    const notFound = { defined: true, code: 'NOT_FOUND', status: 404, message: 'Environment not found' };
    const steps = Array.from({ length: 60 }, (_, index) => add(`NEW_${index}`));
    const { scene } = await applyPlan(service(), steps, {
      getHandler: () => addFault({ status: 404, body: notFound }),
    });
    assert.equal(scene.changeRequests.length, 1);
  });

  test('an existing key is not reported as added if the rejection is lost', async () => {
    const same = { ...plain('SAME'), value: value('SAME') };
    storeVariables(service(), [secret('TAKEN'), plain('TAKEN_TOO'), same]);
    const steps = [add('NEW_1'), add('TAKEN', true), add('TAKEN_TOO'), add('SAME')];
    const { outcomes } = await applyPlan(service(), steps, lost, ({ key }) => key === 'TAKEN');
    // A plain variable with the requested value counts as applied, no matter who added it.
    assert.equal(outcomes.find(({ step }) => step.key === 'SAME')?.result, 'applied');
  });

  test('a value that the service does not return is unknown, not missing', async () => {
    const steps = [change(plain('KEY_1')), add('NEW_1')];
    for (const step of steps) {
      storeVariables(service(), [plain('KEY_1')]);
      const scene = createApplyRun(service(), {
        ...lost,
        read: async () => listAsService(service()).map(({ id, key, isSecret }) => ({ id, key, isSecret })),
      });
      const [outcome] = await scene.apply([step]);
      assert.ok(isApplied(service(), step));
      assert.equal(outcome?.result, 'unknown');
    }
  });

  test('the value of a plain variable that has become a secret is unknown', async () => {
    for (const step of [change(plain('KEY_1')), add('NEW_1')]) {
      storeVariables(service(), [plain('KEY_1')]);
      const scene = createApplyRun(service(), {
        ...lost,
        read: async () => {
          for (const one of listStoredVariables(service())) one.isSecret = true;
          return listAsService(service());
        },
      });
      assert.deepEqual(
        (await scene.apply([step])).map(({ result }) => result),
        ['unknown'],
      );
    }
  });
});

describe('values', () => {
  test('never appear in outcomes, with any response of the service', async () => {
    for (const status of [200, 400, 401, 403, 404, 409, 429, 500]) {
      for (const number of [0, 2, 6, 9]) {
        const steps = planTwentySteps(service());
        const echo: RequestHandler = (write, scene) => {
          const said = groupIntoRequests(steps)
            .flat()
            .flatMap((step) => (step.kind === 'remove' || step.value === undefined ? [] : step.value));
          const held = said.filter((text) => scene.changeRequests.at(-1)?.body.includes(text)).join(' ');
          const issues = [{ path: ['environmentVariables', 0, held], message: held }];
          const body = { code: held, status, message: held, data: { issues, [held]: held } };
          return addFault({ status, body })(write, scene);
        };
        const { scene } = await applyPlan(service(), steps, failAt(number, echo), isUnverifiable);
        assert.ok(scene.changeRequests.some(({ body }) => body.includes(marker)));
      }
    }
  });

  test('are not in the message if the client rejects the request', async () => {
    storeVariables(service(), []);
    const steps = [
      add('1_KEY'),
      { ...add('NEW_KEY'), isSecret: value('flag') } as unknown as VariableStep,
      add('2_KEY'),
    ];
    const outcomes = await createApplyRun(service()).apply(steps);
    assert.deepEqual(
      outcomes.map(({ serviceMessage }) => typeof serviceMessage),
      ['string', 'string', 'string'],
    );
    assertNoValues(outcomes);
  });
});
