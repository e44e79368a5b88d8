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
  reason: loading,
  usage: loading,
  errors: loading,
  telemetry: loading,
  playground: loading,
  canOpenChat: false,
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
      const { deployment } = createEnvironmentPageState(
        { ...loadingPage, deployment: deployed(status, times) },
        timeTextOptions,
      );
      assert.equal(deployment.value?.headline, text);
    }
    const none = createEnvironmentPageState(
      { ...loadingPage, deployment: read('none' as const) },
      timeTextOptions,
    );
    assert.equal(none.deployment.value?.headline, 'Not deployed yet');
    const unlisted = createEnvironmentPageState(
      { ...loadingPage, deployment: read('unlisted' as const) },
      timeTextOptions,
    );
    assert.equal(unlisted.deployment.value?.headline, "This service can't list deployments.");
    assert.equal(createEnvironmentPageState(loadingPage, timeTextOptions).deployment.value, undefined);
  });

  test('has three buttons that depend on the status, the most useful one first', () => {
    const environment = read(records.environment({ mcpServerUrl: 'https://a.example/mcp', projectId: 'p' }));
    const buttons = (deployment: object, isChanged = false) =>
      createEnvironmentPageState(
        {
          ...loadingPage,
          environment,
          deployment: deployment as typeof loadingPage.deployment,
          ...(isChanged && { redeployReminder: { at: now } }),
        },
        timeTextOptions,
      ).actions.join(' ');
    for (const isChanged of [false, true]) {
      assert.equal(buttons(deployed('failed'), isChanged), 'openDeploymentLogs deploy showLogs');
      assert.equal(buttons(deployed('ongoing'), isChanged), 'openDeploymentLogs showLogs inspectServer');
      assert.equal(buttons(read('none'), isChanged), 'deploy editVariables showLogs');
      const expected = isChanged ? 'deploy showLogs inspectServer' : 'showLogs inspectServer deploy';
      for (const status of ['deployed', 'canceled', 'queued'])
        assert.equal(buttons(deployed(status), isChanged), expected);
      assert.equal(buttons(read('unlisted'), isChanged), 'showLogs inspectServer editVariables');
    }
    assert.equal(buttons(loading), 'showLogs inspectServer deploy');
  });

  test('has all other available actions in the menu, each once', () => {
    const state = (environment: Partial<Environment>, more = {}) =>
      createEnvironmentPageState(
        { ...loadingPage, environment: read(records.environment(environment)), ...more },
        timeTextOptions,
      );
    const menu = (...given: Parameters<typeof state>) => state(...given).menu.map((group) => group.join(' '));
    const more = 'runAudit createIntentCategory importIntentCategories';
    // Without a URL, nothing can be inspected, and variables have a button.
    assert.deepEqual(menu({}), ['showTelemetry showPlayground', more]);
    assert.deepEqual(menu({ mcpServerUrl: 'command:workbench.action.quit' }), [
      'showTelemetry showPlayground',
      `editVariables ${more}`,
      'copyServerUrl',
    ]);
    const complete = state(
      { mcpServerUrl: 'https://a.example/mcp', projectId: 'p' },
      {
        identity: { ...identity, isProduction: true },
        redeployReminder: { at: now },
        deployment: read({
          deployment: records.deployment('d', 'failed'),
          subject: 'Tidy up',
          commit: 'c',
          pageUrl: 'https://a.example/d',
        }),
        telemetry: read([{ ...destination, headers: [] }]),
        playground: read({ ...description, prompts: [], headers: [] }),
      },
    );
    assert.deepEqual(
      complete.menu.map((group) => group.join(' ')),
      [
        'openDeploymentPage inspectServer openInBrowser showAnalytics',
        'dismissRedeploy',
        `editVariables ${more}`,
        'publishToRegistry',
        'copyServerUrl copyCommitId',
      ],
    );
    const all = [...complete.actions, ...complete.menu.flat()];
    assert.equal(new Set(all).size, all.length);
  });

  test('leaves out sections without content, but not failures', () => {
    const hidden = (more: object) =>
      createEnvironmentPageState({ ...loadingPage, ...more }, timeTextOptions).hiddenSections.join(' ');
    const problem = { message: 'Not now', remedies: [] };
    const playground = (more: object) => read({ ...description, prompts: [], headers: [], ...more });
    assert.equal(hidden({}), 'telemetry playground');
    assert.equal(
      hidden({ telemetry: read([]), playground: playground({ isEnabled: false, invitation: 'None yet' }) }),
      'telemetry playground',
    );
    assert.equal(
      hidden({
        telemetry: { isLoading: false, problem: { ...problem, isInformational: true } },
        playground: { isLoading: false, problem },
      }),
      'telemetry',
    );
    assert.equal(
      hidden({ telemetry: read([{ ...destination, headers: [] }]), playground: playground({}) }),
      '',
    );
    assert.equal(hidden({ playground: playground({ isEnabled: false }) }), 'telemetry');
  });

  test('has the reason for a failure, and what is running in its place', () => {
    const state = (status: string, reason: object, current?: object) =>
      createEnvironmentPageState(
        {
          ...loadingPage,
          deployment: read({
            deployment: records.deployment('d', status),
            subject: 'Tidy up',
            current,
          } as never),
          reason: reason as typeof loadingPage.reason,
        },
        timeTextOptions,
      );
    const failed = state('failed', read('\u001b[31merror TS1'), { subject: 'Before' });
    assert.equal(failed.reason?.value, 'error TS1');
    assert.equal(failed.deployment.value?.details?.running, 'Still serving the previous deployment: Before');
    assert.equal(state('failed', loading).deployment.value?.details?.running, 'No deployment is running.');
    assert.deepEqual(state('failed', loading).reason, { isLoading: true });
    assert.equal(state('deployed', read('warning')).reason, undefined);
    assert.equal(
      state('deployed', loading, { subject: 'This' }).deployment.value?.details?.running,
      undefined,
    );
  });

  test('marks production, unless its name is the mark', () => {
    const isMarked = (environmentName: string, isProduction = true): boolean =>
      createEnvironmentPageState(
        { ...loadingPage, identity: { ...identity, environmentName, isProduction } },
        timeTextOptions,
      ).head.hasProductionBadge;
    assert.deepEqual(
      ['live', 'Production', 'prod'].map((name) => isMarked(name)),
      [true, false, false],
    );
    assert.equal(isMarked('live', false), false);
  });

  test('has no usage without requests, and at most as many values as minutes', () => {
    const usage = (total: number, count = 2) =>
      createEnvironmentPageState(
        {
          ...loadingPage,
          identity: { ...identity, projectName: 'tools\u202e' },
          usage: read({
            from: 0,
            to: 2,
            intervalMs: 1,
            series: [
              {
                key: 'requests',
                total,
                times: Array.from({ length: count }, (_, index) => index),
                values: Array.from({ length: count }, () => total / count),
              },
            ],
          }),
        },
        timeTextOptions,
      ).usage.value;
    assert.deepEqual(usage(0), { intervalMs: 1, to: 2, series: [] });
    assert.deepEqual(usage(4)?.series, [{ key: 'requests', total: 4, times: [0, 1], values: [2, 2] }]);
    const [long] = usage(1, 100_000)?.series ?? [];
    assert.deepEqual([long?.times.length, long?.values.length, long?.times.at(-1)], [1500, 1500, 99_999]);
  });

  test('has the latest errors and the last audit with their ages', () => {
    const state = createEnvironmentPageState(
      {
        ...loadingPage,
        errors: read({
          errors: [
            { time: now - 7_200_000, text: 'boom\u0007', count: 1234 },
            { time: now - 10_800_000, text: 'bang', count: 1 },
          ],
          dayCount: 1235,
          isDayIncomplete: false,
        }),
        audit: {
          auditId: 'a',
          isRunning: false,
          tone: 'warned',
          result: '1 warning',
          startedAt: now - 60_000,
        },
      },
      timeTextOptions,
    );
    assert.deepEqual(state.errors.value, {
      summary: '1,235 in the last 24 hours',
      rows: [
        {
          text: 'boom',
          at: '2026-03-01T10:00:00.000Z',
          age: '2 hours ago',
          count: { short: '1,234×', long: '1,234 times' },
        },
        { text: 'bang', at: '2026-03-01T09:00:00.000Z', age: '3 hours ago' },
      ],
    });
    const summary = (dayCount: number, isDayIncomplete: boolean) =>
      createEnvironmentPageState(
        { ...loadingPage, errors: read({ errors: [], dayCount, isDayIncomplete }) },
        timeTextOptions,
      ).errors.value?.summary;
    assert.equal(summary(0, false), 'none in the last 24 hours');
    assert.equal(summary(100, true), 'at least 100 in the last 24 hours');
    assert.deepEqual(state.audit, {
      tone: 'warned',
      result: '1 warning',
      age: '1 minute ago',
    });
    const running = { auditId: 'a', isRunning: true, result: 'checking...', startedAt: now };
    assert.equal(
      createEnvironmentPageState({ ...loadingPage, audit: running }, timeTextOptions).audit?.tone,
      'running',
    );
  });

  test('has the number of suspended destinations, if any are suspended', () => {
    const suspended = (...areSuspended: readonly boolean[]) =>
      createEnvironmentPageState(
        {
          ...loadingPage,
          telemetry: read(areSuspended.map((isSuspended) => ({ ...destination, headers: [], isSuspended }))),
        },
        timeTextOptions,
      ).telemetry.value?.suspended;
    assert.equal(suspended(), undefined);
    assert.equal(suspended(false), undefined);
    assert.equal(suspended(true, false), '1 of 2 suspended');
    assert.equal(suspended(true, true), '2 of 2 suspended');
  });

  test('leaves out a domain that the URL shows, unless it failed', () => {
    const domains = (status: string) =>
      createEnvironmentPageState(
        {
          ...loadingPage,
          environment: read(
            records.environment({
              mcpServerUrl: 'https://a.example/mcp',
              domains: [
                { domain: 'A.example', status },
                { domain: 'b.example', status },
              ],
            }),
          ),
        },
        timeTextOptions,
      ).environment.value?.domains.map(({ name }) => name);
    assert.deepEqual(domains('deployed'), ['b.example']);
    assert.deepEqual(domains('failed'), ['A.example', 'b.example']);
  });

  test('contains notes about changed variables and telemetry destinations', () => {
    const notes = (keys: readonly string[] | undefined, suspended: number, more = {}) => {
      const redeployReminder = { at: now, ...(keys && { keys }) };
      const all = Array.from({ length: suspended }, () => ({ ...destination, headers: [] }));
      const telemetry = read([...all, { ...destination, headers: [], isSuspended: false }]);
      const state = createEnvironmentPageState(
        { ...loadingPage, redeployReminder, telemetry, ...more },
        timeTextOptions,
      );
      return [state.changedVariables?.text, state.head.telemetryNote];
    };
    assert.deepEqual(notes(['A'], 1), [
      '1 variable was changed. Redeploy to apply the change.',
      '1 telemetry destination is suspended.',
    ]);
    assert.deepEqual(notes(['A', 'B'], 2), [
      '2 variables were changed. Redeploy to apply the changes.',
      '2 telemetry destinations are suspended.',
    ]);
    assert.deepEqual(notes(undefined, 0), [
      'Variables were changed. Redeploy to apply the changes.',
      undefined,
    ]);
    assert.equal(notes(['A'], 1, { problem: { message: 'Gone', remedies: [] } })[1], undefined);
  });

  test('contains only a problem if the environment cannot be read', () => {
    const problem = { message: 'Gone', remedies: [] };
    const state = createEnvironmentPageState({ ...loadingPage, problem }, timeTextOptions);
    assert.deepEqual([state.actions, state.menu], [[], []]);
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
    const keys = (redeployReminder?: { readonly at: number; readonly keys?: readonly string[] }) =>
      createEnvironmentPageState({ ...loadingPage, redeployReminder }, timeTextOptions).changedVariables
        ?.keys;
    assert.deepEqual(keys({ at: now, keys: ['A', 'B'] }), ['A', 'B']);
    assert.deepEqual(keys({ at: now }), []);
    assert.equal(keys(), undefined);
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
      fc.property(text, fc.boolean(), (one, isFailed) => {
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
              current: { subject: one },
              deployment: records.deployment(one, isFailed ? 'failed' : one, {
                authorUsername: one,
                sourceRef: one,
              }),
            }),
            reason: read(one),
            usage: loading,
            errors: read({
              errors: [{ time: now, text: one, count: 2 }],
              dayCount: 2,
              isDayIncomplete: false,
            }),
            audit: { auditId: one, isRunning: isFailed, result: one, startedAt: now },
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
                failure: { reason: one, remedy: one },
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
            canOpenChat: isFailed,
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
