import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Environment } from '../../../src/api/environmentRecord.ts';
import { createEnvironmentPageState } from '../../../src/environments/page/pageState.ts';
import { environmentPageTexts } from '../../../src/environments/page/pageTexts.ts';
import { environmentPage } from '../../../src/environments/page/protocol.ts';
import * as records from '../../kit/records.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const timeTextOptions = { language: 'en', now };
const identity = { baseUrl: 'https://a.example', environmentId: 'e', environmentName: 'staging' };
const loading = { isLoading: true };
const loadingPage = {
  identity,
  environment: loading,
  deployment: loading,
  telemetry: loading,
  playground: loading,
};
const read = <Value>(value: Value) => ({ isLoading: false, value });
const deployed = (status: string, more = {}) =>
  read({ deployment: records.deployment('d', status, more), subject: 'Tidy up' });
const destination = { id: 'd', title: 't', status: 's', protocol: 'p', scope: 'o', isSuspended: true };
const description = { isEnabled: true, status: 'on', isWritable: true };

describe('the state of the page of an environment', () => {
  test('contains the status of the deployment and its time, if the service returned them', () => {
    const completedAt = '2026-03-01T10:00:00.000Z';
    const expectedTexts = [
      ['deployed', { completedAt }, 'Deployed 2 hours ago'],
      ['deployed', {}, 'Deployed'],
      ['failed', { completedAt: '2026-03-01T11:55:00.000Z' }, 'Failed 5 minutes ago'],
      ['failed', {}, 'Failed'],
      ['canceled', { completedAt }, 'Canceled 2 hours ago'],
      ['canceled', {}, 'Canceled'],
      ['ongoing', { startedAt: completedAt }, 'Deploying...'],
      ['queued\u202e', { completedAt }, 'Status: queued, 2 hours ago'],
      ['', {}, 'Status: unknown'],
    ] as const;
    for (const [status, times, text] of expectedTexts) {
      const { head, deployment } = createEnvironmentPageState(
        { ...loadingPage, deployment: deployed(status, times) },
        timeTextOptions,
      );
      assert.deepEqual([head.status?.text, deployment.value?.headline], [text, text]);
    }
    const none = createEnvironmentPageState(
      { ...loadingPage, deployment: read('none' as const) },
      timeTextOptions,
    );
    assert.equal(none.head.status?.text, 'Not deployed yet');
    const unlisted = createEnvironmentPageState(
      { ...loadingPage, deployment: read('unlisted' as const) },
      timeTextOptions,
    );
    assert.equal(unlisted.head.status, undefined);
    assert.equal(unlisted.deployment.value?.headline, "This service can't list deployments.");
    assert.equal(createEnvironmentPageState(loadingPage, timeTextOptions).head.status, undefined);
  });

  test('begins with the most useful action', () => {
    const first = (deployment: typeof loadingPage.deployment, isChanged = false) =>
      createEnvironmentPageState(
        { ...loadingPage, deployment, ...(isChanged && { redeployReminder: { at: now } }) },
        timeTextOptions,
      ).actions[0];
    for (const isChanged of [false, true]) {
      assert.equal(first(deployed('failed'), isChanged), 'openDeploymentLogs');
      assert.equal(first(deployed('ongoing'), isChanged), 'openDeploymentLogs');
      assert.equal(first(read('none' as const), isChanged), 'deploy');
      assert.equal(first(deployed('deployed'), isChanged), isChanged ? 'deploy' : 'showLogs');
      assert.equal(first(read('unlisted' as const), isChanged), 'showLogs');
      assert.equal(first(deployed('queued'), isChanged), isChanged ? 'deploy' : 'showLogs');
    }
    assert.equal(first(loading), 'showLogs');
  });

  test('contains notes about the sections that need attention', () => {
    const notes = (keys: readonly string[] | undefined, suspended: number, more = {}) => {
      const redeployReminder = { at: now, ...(keys && { keys }) };
      const all = Array.from({ length: suspended }, () => ({ ...destination, headers: [] }));
      const telemetry = read([...all, { ...destination, headers: [], isSuspended: false }]);
      return createEnvironmentPageState(
        { ...loadingPage, redeployReminder, telemetry, ...more },
        timeTextOptions,
      ).head.notes;
    };
    assert.deepEqual(notes(['A'], 1), [
      { section: 'variables', text: '1 variable was changed. Redeploy to apply the change.' },
      { section: 'telemetry', text: '1 telemetry destination is suspended.' },
    ]);
    assert.deepEqual(
      notes(['A', 'B'], 2).map(({ text }) => text),
      ['2 variables were changed. Redeploy to apply the changes.', '2 telemetry destinations are suspended.'],
    );
    assert.deepEqual(
      notes(undefined, 0).map(({ text }) => text),
      ['Variables were changed. Redeploy to apply the changes.'],
    );
    assert.deepEqual(notes(['A'], 1, { problem: { message: 'Gone', remedies: [] } }), []);
    assert.deepEqual(createEnvironmentPageState(loadingPage, timeTextOptions).head.notes, []);
  });

  test('contains only available actions, each once', () => {
    const offered = (more: Partial<Environment> = {}) =>
      createEnvironmentPageState(
        { ...loadingPage, environment: read(records.environment(more)) },
        timeTextOptions,
      ).actions.slice(1);
    const always = ['deploy', 'editVariables', 'runAudit'];
    assert.deepEqual(offered(), always);
    assert.deepEqual(offered({ mcpServerUrl: 'command:workbench.action.quit' }), [
      ...always,
      'copyServerUrl',
    ]);
    assert.deepEqual(offered({ mcpServerUrl: 'https://a.example/mcp', projectId: 'p' }), [
      ...always,
      ...['copyServerUrl', 'openInBrowser', 'showAnalytics'],
    ]);
  });

  test('contains only a problem if the environment cannot be read', () => {
    const problem = { message: 'Gone', remedies: [] };
    const state = createEnvironmentPageState({ ...loadingPage, problem }, timeTextOptions);
    assert.deepEqual(state.actions, []);
    assert.deepEqual(state.problem, { message: 'Gone', remedies: [], isInformational: false });
  });

  test('keeps the data of a section while it is read again, but not its problem', () => {
    const problem = { message: 'Not now', remedies: [] };
    const value = { ...description, prompts: [], headers: [] };
    const again = { value, problem, isLoading: true };
    const { playground } = createEnvironmentPageState({ ...loadingPage, playground: again }, timeTextOptions);
    assert.equal(playground.problem, undefined);
    assert.equal(playground.value?.status, 'on');
    const failed = createEnvironmentPageState(
      { ...loadingPage, playground: { ...again, isLoading: false } },
      timeTextOptions,
    ).playground;
    assert.deepEqual([failed.problem?.message, failed.value?.status], ['Not now', 'on']);
  });

  test('contains the keys of changed variables, or none if they are unknown', () => {
    const redeployReminder = { at: now, keys: ['A', 'B'] };
    assert.deepEqual(
      createEnvironmentPageState({ ...loadingPage, redeployReminder }, timeTextOptions).changedVariables,
      {
        keys: ['A', 'B'],
        changedAt: '2026-03-01T12:00:00.000Z',
      },
    );
    assert.deepEqual(
      createEnvironmentPageState({ ...loadingPage, redeployReminder: { at: now } }, timeTextOptions)
        .changedVariables?.keys,
      [],
    );
    assert.equal(createEnvironmentPageState(loadingPage, timeTextOptions).changedVariables, undefined);
  });

  test('contains only plain texts of limited length, and is valid for the page', () => {
    const odd = fc.string({
      unit: fc.constantFrom('a', '<b>', '\u202e', '\u001b[31m', '\n', '\r', '\u0000', '\u2066', ' ', '🌧'),
      maxLength: 40,
    });
    const text = fc.oneof(
      odd,
      odd.map((one) => `${one}${'x🌧'.repeat(5000)}`),
    );
    fc.assert(
      fc.property(text, (one) => {
        const facts = { name: one, description: one, kind: one, title: one, prompt: one };
        const state = createEnvironmentPageState(
          {
            identity: { ...identity, environmentName: one, projectName: one },
            protectedBy: one,
            environment: read(
              records.environment({
                id: one,
                sourceBranch: one,
                mcpServerUrl: one,
                projectId: one,
                createdAt: one,
                domains: [{ domain: one, status: one }],
              }),
            ),
            deployment: read({
              subject: one,
              commit: one,
              duration: one,
              pageUrl: one,
              deployment: records.deployment(one, one, { authorUsername: one, sourceRef: one }),
            }),
            redeployReminder: { at: now, keys: [one] },
            telemetry: read([
              {
                ...destination,
                id: one,
                title: one,
                status: one,
                protocol: one,
                scope: one,
                endpoint: one,
                failure: { reason: one, remedies: [one] },
                headers: [facts],
              },
            ]),
            playground: read({
              ...description,
              ...facts,
              status: one,
              invitation: one,
              prompts: [facts],
              headers: [facts],
            }),
          },
          timeTextOptions,
        );
        // The editor saves the identity unchanged.
        const { identity: _, ...shown } = state;
        const texts: string[] = [];
        JSON.stringify(shown, (_key, value: unknown) => {
          if (typeof value === 'string') texts.push(value);
          return value;
        });
        for (const each of texts) {
          assert.ok(each.length <= 2001, `${each.length}`);
          assert.ok(each.isWellFormed());
          // A description can have several lines.
          assert.doesNotMatch(each, /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        }
        const sent = { kind: 'start', texts: environmentPageTexts(), state };
        assert.deepEqual(environmentPage.readToPage(structuredClone(sent)), sent);
      }),
      { numRuns: 60 },
    );
  });
});
