import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isApiError } from '../../../src/api/errors.ts';
import type { VariableStepOutcome } from '../../../src/variables/applySteps.ts';
import type { VariableStep } from '../../../src/variables/plan.ts';
import { useService } from '../service/support.ts';
import {
  type ApplyRunOptions,
  afterSuccess,
  createApplyRun,
  listStoredVariables,
  type RequestHandler,
  storeVariables,
  value,
} from './applySetUp.ts';

const { service } = useService({ seed: 3, typicalOnly: true });

const json = 'application/json';
const issue = { path: ['environmentVariables', 0, 'key'], message: 'must be another' };
const envelope = JSON.stringify({ code: 'SOME_CODE', message: 'No.', data: { issues: [issue] } });

/** Bodies that don't say whether the variables were created. */
const bodies: readonly (readonly [name: string, body: string, contentType: string])[] = [
  ['incomplete JSON', '[{"id":', json],
  ['an HTML page', '<!DOCTYPE html><title>Welcome</title>', 'text/html'],
  ['an HTML page with the type of JSON', '<!DOCTYPE html><title>Welcome</title>', json],
  ['null', 'null', json],
  ['an empty body', '', json],
  ['an empty body without a type', '', ''],
  ['an object without fields', '{}', json],
  ['an array of other values', '[1, null, {"key": 5}]', json],
  ['an empty array', '[]', json],
  ['a string', '"success"', json],
  ['a failure', '{"success":false}', json],
  ['an error with issues', envelope, json],
  ['bytes', '\u0000\u0001\u0002', 'application/octet-stream'],
];

/** Statuses after which the service might have created the variables. */
const uncertainStatuses = [200, 201, 202, 206, 300, 304, 408, 500, 502, 503, 504];
/** Statuses after which the service has certainly not created the variables. */
const rejectionStatuses = [401, 403, 404, 409, 429];

const respondWith =
  (status: number, body: string, contentType: string): RequestHandler =>
  async () =>
    new Response(status === 304 ? null : body, {
      status,
      headers: contentType === '' ? {} : { 'content-type': contentType },
    });

const oneStep: readonly VariableStep[] = [
  { kind: 'add', key: 'TYPED_ONE', value: value('one'), isSecret: false },
];
const twoSteps: readonly VariableStep[] = [
  ...oneStep,
  { kind: 'add', key: 'TYPED_TWO', value: value('two'), isSecret: true },
];

async function applyWith(
  steps: readonly VariableStep[],
  trouble: RequestHandler,
  read?: ApplyRunOptions['read'],
): Promise<{ readonly outcomes: readonly VariableStepOutcome[]; readonly reads: number }> {
  storeVariables(service(), []);
  const scene = createApplyRun(service(), {
    getHandler: (number) => (number === 0 ? trouble : undefined),
    ...(read && { read }),
  });
  return { outcomes: await scene.apply(steps), reads: scene.getReadCount() };
}

const summarize = (outcomes: readonly VariableStepOutcome[]) =>
  outcomes.map(({ result, serviceMessage }) => ({ result, serviceMessage }));

describe('a response that does not show whether variables were added', () => {
  for (const status of uncertainStatuses) {
    for (const [name, body, type] of bodies) {
      const answer = respondWith(status, body, type);
      test(`${status}, ${name}: is not a message about a key; the list shows the result`, async () => {
        for (const steps of [oneStep, twoSteps]) {
          const lost = await applyWith(steps, answer);
          const expected = steps.map(() => ({ result: 'notApplied', serviceMessage: undefined }));
          assert.deepEqual(summarize(lost.outcomes), expected);
          assert.equal(lost.reads, 1);
          assert.deepEqual(listStoredVariables(service()), []);

          const done = await applyWith(steps, afterSuccess(answer));
          assert.deepEqual(
            summarize(done.outcomes),
            steps.map(() => ({ result: 'applied', serviceMessage: undefined })),
          );
          assert.equal(done.reads, 1);

          const silent = await applyWith(steps, answer, async () => undefined);
          assert.deepEqual(
            summarize(silent.outcomes),
            steps.map(() => ({ result: 'unknown', serviceMessage: undefined })),
          );
        }
      });
    }
  }

  test('a valid response with a wrong content type is accepted', async () => {
    for (const type of ['text/html', 'text/plain', '']) {
      const { outcomes, reads } = await applyWith(oneStep, respondWith(200, '{"success":true}', type));
      assert.deepEqual([summarize(outcomes), reads], [[{ result: 'applied', serviceMessage: undefined }], 0]);
    }
  });
});

describe('a rejection', () => {
  for (const status of rejectionStatuses) {
    test(`with status ${status} has no message about a key, with any issues`, async () => {
      const { outcomes } = await applyWith(oneStep, respondWith(status, envelope, json));
      // The rate limit applies only once, and the repeated request succeeds.
      const result = status === 429 ? 'applied' : 'notApplied';
      assert.deepEqual(summarize(outcomes), [{ result, serviceMessage: undefined }]);
    });
  }

  for (const status of [400, 413, 422]) {
    test(`with status ${status} has the message that it contains, or none if it cannot be parsed`, async () => {
      const named = await applyWith(oneStep, respondWith(status, envelope, json));
      assert.deepEqual(summarize(named.outcomes), [{ result: 'notApplied', serviceMessage: issue.message }]);
      for (const [name, body, type] of bodies.filter(([, text]) => text !== envelope)) {
        const { outcomes } = await applyWith(oneStep, respondWith(status, body, type));
        assert.deepEqual(summarize(outcomes), [{ result: 'notApplied', serviceMessage: undefined }], name);
        assert.ok(isApiError(outcomes[0]?.error, 'badRequest'));
      }
    });
  }
});
