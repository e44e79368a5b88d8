import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DeploymentResult } from '../../../../src/logs/read/sessionStatus.ts';
import type { BuildLog } from '../../../../src/logs/verdict/buildLog.ts';
import { createVerdict } from '../../../../src/logs/verdict/createVerdict.ts';
import type { BuildError } from '../../../../src/logs/verdict/errorCollector.ts';

const row = { id: 1, time: 0 };
const identity = {
  baseUrl: 'https://service.test',
  environmentId: 'e',
  environmentName: 'production',
  projectName: 'weather-tools',
  deploymentId: 'd',
  subject: 'Fix it',
};
const createError = (text: string): BuildError => ({ row, text, references: [] });
const log: BuildLog = {
  steps: [
    { id: 'install', row, startedAt: 1000 },
    { id: 'build', row, startedAt: 5000 },
  ],
  errors: Array.from({ length: 7 }, (_, index) => createError(`error ${index}`)),
  errorCount: 9,
  lastLine: createError('the last'),
  lastTime: 8000,
};

function create(
  result: DeploymentResult | undefined,
  changes: Partial<Parameters<typeof createVerdict>[0]> = {},
) {
  return createVerdict({
    identity,
    log,
    deployment: undefined,
    result,
    isEnvironmentDeleted: false,
    canOpenChat: false,
    now: 7000,
    getPosition: ({ text }) => (text === 'error 0' ? 'src/x.ts:1' : undefined),
    ...changes,
  });
}

describe('the result of a deployment', () => {
  for (const [result, headline, lastState, ...actions] of [
    [undefined, 'Deploying', 'running'],
    [
      { status: 'failed', durationMs: 72_000 },
      'Failed after 1 min 12 s',
      'failed',
      'deploy',
      'editVariables',
    ],
    [{ status: 'failed' }, 'Failed', 'failed', 'deploy', 'editVariables'],
    [
      { status: 'deployed', durationMs: 900 },
      'Deployed in 900 ms',
      'done',
      ...(['inspectServer', 'copyServerUrl', 'runAudit'] as const),
    ],
    [{ status: 'canceled' }, 'Canceled', 'canceled', 'deploy', 'editVariables'],
    [{ status: 'qu\u202eantum' }, 'Ended: qu antum', 'done', 'editVariables'],
    [{}, 'Ended', 'done', 'editVariables'],
  ] as const) {
    test(`is "${headline}" with its actions`, () => {
      const verdict = create(result);
      assert.equal(verdict.headline, headline);
      assert.deepEqual(
        verdict.steps.map(({ state }) => state),
        ['done', lastState],
      );
      assert.deepEqual(verdict.actions, actions);
    });
  }

  test('measures steps: to the last entry, to the end of the deployment, or to now', () => {
    const measure = (...args: Parameters<typeof create>) =>
      create(...args).steps.map((one) => one.durationMs);
    assert.deepEqual(measure({ status: 'failed' }), [4000, 3000]);
    const completedAt = new Date(9500).toISOString();
    const deployment = { id: 'd', isCurrent: false, status: 'failed', completedAt };
    assert.deepEqual(measure({ status: 'failed' }, { deployment }), [4000, 4500]);
    // The clock of the service is ahead.
    assert.deepEqual(measure(undefined), [4000, 3000]);
    assert.deepEqual(measure(undefined, { now: 25_000 }), [4000, 20_000]);
    // The clock of this machine is wrong.
    assert.deepEqual(measure(undefined, { now: 1e12 }), [4000, undefined]);
  });

  test('has the first errors with their positions, and the number of the others', () => {
    const { errors, errorsLabel, moreErrors } = create({ status: 'failed' });
    assert.deepEqual([errors.length, errorsLabel, moreErrors], [5, 'Errors', 'More errors in the log: 4']);
    assert.deepEqual(
      errors.slice(0, 2).map(({ position }) => position),
      ['src/x.ts:1', undefined],
    );
    const deployed = create({ status: 'deployed' });
    assert.deepEqual([deployed.errors, deployed.openFile], [[], undefined]);
  });

  test('offers the first file in the workspace by its name and line', () => {
    assert.deepEqual(create({ status: 'failed' }).openFile, { label: 'Open x.ts:1', position: 'src/x.ts:1' });
    const position = 'src/a b/money.py:12:7';
    const getPosition = ({ text }: { readonly text: string }) =>
      text === log.errors[1]?.text ? position : undefined;
    assert.deepEqual(create({ status: 'failed' }, { getPosition }).openFile, {
      label: 'Open money.py:12',
      position,
    });
    assert.equal(create({ status: 'failed' }, { getPosition: () => undefined }).openFile, undefined);
  });

  test('has the last line of a failure without an error', () => {
    const withoutErrors = { ...log, errors: [], errorCount: 0 };
    const { errors, errorsLabel, moreErrors } = create({ status: 'failed' }, { log: withoutErrors });
    assert.deepEqual([errors[0]?.text, errorsLabel, moreErrors], ['the last', 'Last line', undefined]);
    assert.deepEqual(create(undefined, { log: withoutErrors }).errors, []);
  });

  test('names the commit and the place once, in plain text', () => {
    const deployment = {
      id: 'd',
      isCurrent: false,
      sourceRef: 'main',
      sourceCommitId: '0123456789',
      authorUsername: 'octo\n\u202edev',
    };
    assert.equal(
      create({}, { deployment }).facts,
      'Fix it · weather-tools/production · main · 0123456 · octo dev',
    );
    const unknown = { baseUrl: '', environmentId: '', environmentName: 'd', deploymentId: 'd' };
    const verdict = create({ status: 'failed' }, { identity: unknown });
    assert.deepEqual([verdict.facts, verdict.actions], ['', []]);
  });

  test('can be explained by the chat of the editor if it failed', () => {
    const listActions = (status: string) => create({ status }, { canOpenChat: true }).actions;
    assert.deepEqual(listActions('failed'), ['deploy', 'editVariables', 'explain']);
    for (const status of ['deployed', 'canceled', 'quantum'])
      assert.ok(!listActions(status).includes('explain'), status);
  });

  test('of a deleted environment has no actions', () => {
    const { headline, actions } = create(undefined, { isEnvironmentDeleted: true });
    assert.deepEqual([headline, actions], ['Ended: the environment was deleted', []]);
  });
});
