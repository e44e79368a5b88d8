import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import type { Memento } from 'vscode';
import type { Deployment } from '../../../src/api/deployments.ts';
import {
  DeploymentWatcher,
  type DeploymentWatcherOptions,
} from '../../../src/deployments/deploymentWatcher.ts';
import type { EnvironmentRowWithDeployment } from '../../../src/deployments/nodes.ts';
import type { EnvironmentRef } from '../../../src/domain/environment.ts';
import { maxTrackingMs } from '../../../src/editor/completionTracker.ts';
import type { PollTask } from '../../../src/editor/poller.ts';
import type { Node } from '../../../src/explorer/node.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { createFakeConnection } from '../../kit/fakeConnection.ts';
import { createMemento } from '../../kit/fakeStores.ts';
import { createManualPoller } from '../../kit/manualPoller.ts';
import { deployment } from '../../kit/records.ts';
import { signal } from '../../kit/signal.ts';

type Status = 'ongoing' | 'deployed' | 'failed';

function row(id: string, latestDeployment?: Deployment): EnvironmentRowWithDeployment {
  return {
    kind: 'environment',
    id: `row ${id}`,
    label: id,
    environmentId: 'env',
    environmentName: id,
    ...(latestDeployment && { latestDeployment }),
  };
}

/** Creates the row of a project, whose production environment has the deployment "d". */
function projectRow(status: Status) {
  const project = { productionState: { environmentId: 'env', id: 'd', status } };
  return { kind: 'project', id: 'row p', label: 'p', project };
}

/** Sets up a tree with one environment, and a service that responds with `answer`. */
function setUp(
  rows: readonly Node[],
  answer: () => Promise<Deployment>,
  { state = createMemento(), baseUrl = 'https://a', time = 0 } = {},
) {
  const calls: string[] = [];
  const { tasks, poller, ask } = createManualPoller();
  const deps = {
    connection: createFakeConnection({ deployments: { get: answer } }, baseUrl),
    poller,
    getRows: () => rows,
    refreshTree: () => calls.push('all'),
    refreshParent: ({ id }: Node) => calls.push(`above ${id}`),
    onDidReadDeployment: async (_id: string, { id, status }: Deployment) =>
      void calls.push(`saw ${id} ${status}`),
    onDidDeploy: ({ environmentName }: EnvironmentRef, { id }: Deployment) =>
      calls.push(`${environmentName} has ${id}`),
    workspaceState: state,
    now: () => time,
    notifyEnd: ({ environmentName }: EnvironmentRef, { status }: Deployment) =>
      calls.push(`${environmentName} ended: ${status}`),
    notifyTrackingFailure: ({ environmentName }: EnvironmentRef, id: string, reason: string) =>
      calls.push(`${environmentName} no longer followed: ${id} ${reason}`),
  } as unknown as DeploymentWatcherOptions;
  const watcher = new DeploymentWatcher(deps);
  /** Starts a deployment like *Deploy*. */
  const start = async (id: string): Promise<PollTask> => {
    const target = { environmentId: 'env', environmentName: 'staging' };
    await watcher.followStarted(target, deployment(id, 'ongoing'));
    const task = tasks.get(`deployment ${id}`);
    assert.ok(task);
    calls.length = 0;
    return task;
  };
  const wait = (ms: number): void => {
    time += ms;
  };
  return { watcher, tasks, calls, ask, start, wait };
}

describe('a followed deployment', () => {
  it('is polled until it ends, and then its rows are refreshed', async () => {
    let status: Status = 'ongoing';
    const drawn = row('a', deployment('d', 'ongoing'));
    const { watcher, tasks, calls, ask } = setUp([drawn], async () => deployment('d', status));
    watcher.followLatestDeployment(drawn);
    assert.equal(await ask(), false);
    assert.deepEqual(calls, []);
    status = 'deployed';
    assert.equal(await ask(), true);
    // The user isn't notified, because it was started elsewhere.
    assert.deepEqual(calls, ['a has d', 'saw d deployed', 'above row a']);
    // An outdated row doesn't follow the deployment again.
    tasks.clear();
    watcher.followLatestDeployment(drawn);
    assert.equal(tasks.size, 0);
    // Neither does another kind of row, or a row without a deployment.
    watcher.followLatestDeployment({ ...row('b', deployment('e', 'ongoing')), kind: 'variables' });
    watcher.followLatestDeployment(row('c'));
    watcher.followLatestDeployment(projectRow('deployed'));
    assert.equal(tasks.size, 0);
  });

  it('in the row of a project is not polled, and the whole tree is refreshed when its log reports the end', async () => {
    const { watcher, tasks, calls } = setUp([], async () => deployment('d', 'deployed'));
    watcher.followLatestDeployment(projectRow('ongoing'));
    assert.equal(tasks.size, 0);
    watcher.watch({ baseUrl: 'https://a', deploymentId: 'd', onDidEnd: () => undefined });
    await flushPromises();
    assert.deepEqual(calls, ['saw d deployed', 'all']);
  });

  it('is checked at once if a list of projects or of deployments reports its end', async () => {
    const { project } = projectRow('deployed');
    const viaProjects = setUp([], async () => deployment('d', 'deployed'));
    viaProjects.watcher.handleProjects([project]);
    await flushPromises();
    assert.deepEqual(viaProjects.calls, [], 'not followed');
    viaProjects.watcher.followLatestDeployment(projectRow('ongoing'));
    viaProjects.watcher.handleProjects([projectRow('ongoing').project]);
    await flushPromises();
    assert.deepEqual(viaProjects.calls, [], 'still running');
    viaProjects.watcher.handleProjects([project]);
    await flushPromises();
    assert.equal(viaProjects.calls.at(-1), 'all');
    const viaList = setUp([], async () => deployment('d', 'deployed'));
    viaList.watcher.followLatestDeployment(projectRow('ongoing'));
    await viaList.watcher.handleDeployments('env', [deployment('d', 'deployed')]);
    assert.deepEqual(viaList.calls, ['saw d deployed', 'all']);
  });

  it('causes a refresh of the whole tree if a failure appears or disappears, because projects show it too', async () => {
    const drawn = row('a', deployment('d', 'ongoing'));
    const failing = setUp([drawn], async () => deployment('d', 'failed'));
    failing.watcher.followLatestDeployment(drawn);
    await failing.ask();
    assert.deepEqual(failing.calls, ['saw d failed', 'all']);
    // The row already has the failure, but its project doesn't.
    const known = setUp([row('a', deployment('d', 'failed'))], async () => deployment('d', 'failed'));
    known.watcher.followLatestDeployment(drawn);
    await known.ask();
    assert.deepEqual(known.calls, ['saw d failed', 'all']);
    const mended = setUp([row('a', deployment('c', 'failed'))], async () => deployment('d', 'deployed'));
    await mended.watcher.setLatest('env', deployment('d', 'ongoing'));
    assert.deepEqual(mended.calls, ['saw d ongoing', 'all']);
  });

  it('that was deleted is forgotten, and its row is refreshed; other errors are thrown', async () => {
    const drawn = row('a', deployment('d', 'ongoing'));
    let kind: 'server' | 'notFound' = 'server';
    const { watcher, calls, ask } = setUp([drawn], async () => {
      throw createApiError(kind);
    });
    watcher.followLatestDeployment(drawn);
    await assert.rejects(ask());
    kind = 'notFound';
    assert.equal(await ask(), true);
    assert.deepEqual(calls, ['above row a']);
  });

  it('of another service changes nothing', async () => {
    const drawn = row('a', deployment('d', 'ongoing'));
    const abort = new AbortController();
    const { watcher, calls, ask } = setUp([drawn], async () => {
      abort.abort();
      return deployment('d', 'failed');
    });
    watcher.followLatestDeployment(drawn);
    assert.equal(await ask(abort.signal), true);
    assert.deepEqual(calls, []);
  });
});

describe('a deployment that this editor started', () => {
  it('is pending until its end is reported, once', async () => {
    let status: Status = 'ongoing';
    const { tasks, calls, start } = setUp([row('a')], async () => deployment('d', status));
    const task = await start('d');
    assert.equal(task.isAwaited?.(), true);
    assert.equal(await task.run(signal), false);
    assert.deepEqual(calls, []);
    status = 'failed';
    assert.equal(await task.run(signal), true);
    assert.equal(calls.at(-1), 'staging ended: failed');
    assert.equal(task.isAwaited?.(), false);
    assert.equal(tasks.size, 1);
  });

  it('does not make other deployments pending', async () => {
    const { watcher, tasks, start } = setUp([], async () => deployment('d', 'ongoing'));
    await start('d');
    await watcher.handleDeployments('other', [deployment('e', 'ongoing')]);
    assert.equal(tasks.get('deployment e')?.isAwaited?.(), false);
  });

  it('is no longer followed after half an hour, whether it still runs or cannot be read, and the user is notified', async () => {
    for (const isDown of [false, true]) {
      const { calls, start, wait } = setUp([row('a')], async () => {
        if (isDown) throw createApiError('network');
        return deployment('d', 'ongoing');
      });
      const task = await start('d');
      const ask = () => task.run(signal).catch(() => false);
      wait(maxTrackingMs - 1);
      assert.equal(await ask(), false);
      assert.deepEqual(calls, []);
      wait(1);
      assert.equal(await ask(), false, 'whoever looks at it still sees how it ends');
      assert.deepEqual(calls, ['staging no longer followed: d late']);
      assert.equal(task.isAwaited?.(), false);
    }
  });

  it('is no longer followed if it was deleted, or if this account may not read it', async () => {
    for (const [kind, why] of [
      ['notFound', 'gone'],
      ['forbidden', 'refused'],
      ['unauthorized', 'refused'],
    ] as const) {
      const { calls, start } = setUp([row('a')], () => Promise.reject(createApiError(kind)));
      const task = await start('d');
      await task.run(signal).catch(() => undefined);
      assert.equal(calls.at(-1), `staging no longer followed: d ${why}`);
      assert.equal(task.isAwaited?.(), false);
    }
  });

  it('is still reported after a reload of the window, for the same service and before its deadline', async () => {
    const held = new Map<string, unknown>();
    const state = createMemento(held);
    const again = (options: { baseUrl?: string; time?: number; state?: Memento } = {}) => {
      const window = setUp([row('a')], async () => deployment('d', 'deployed'), { state, ...options });
      window.watcher.resumeFollowing();
      return window;
    };
    const { start } = setUp([row('a')], async () => deployment('d', 'ongoing'), { state });
    await start('d');
    assert.equal(again({ baseUrl: 'https://b' }).tasks.size, 0);
    const late = createMemento(new Map(held));
    assert.equal(again({ time: maxTrackingMs, state: late }).tasks.size, 0);
    assert.deepEqual(late.keys(), []);
    const { tasks, calls } = again({ time: maxTrackingMs - 1 });
    const [task] = tasks.values();
    assert.equal(task?.isAwaited?.(), true);
    await task?.run(signal);
    assert.equal(calls.at(-1), 'staging ended: deployed');
    assert.equal(again().tasks.size, 0, 'once');
    assert.deepEqual(state.keys(), []);
  });

  it('is polled again after other failures, without messages', async () => {
    const { calls, start } = setUp([row('a')], () => Promise.reject(createApiError('server')));
    const task = await start('d');
    await assert.rejects(task.run(signal));
    assert.deepEqual(calls, []);
    assert.equal(task.isAwaited?.(), true);
  });
});

describe('an environment', () => {
  it('is deploying from the time that a list contains a running deployment until that one ends', async () => {
    let status: Status = 'ongoing';
    const drawn = row('a');
    const { watcher, calls, ask } = setUp([drawn], async () => deployment('d', status));
    assert.equal(watcher.isDeploying('env'), false);
    await watcher.handleDeployments('env', [deployment('d', 'ongoing')]);
    assert.equal(watcher.isDeploying('env'), true);
    assert.equal(watcher.isDeploying('other'), false);
    // The record of the environment lacks the deployment.
    assert.deepEqual(calls, ['saw d ongoing', 'above row a']);
    status = 'deployed';
    await ask();
    assert.equal(watcher.isDeploying('env'), false);
    assert.equal(calls.at(-1), 'above row a');
  });
});

describe('a list of deployments', () => {
  it('refreshes a row that shows something else, once', async () => {
    const drawn = row('a', deployment('c', 'deployed'));
    const { watcher, tasks, calls } = setUp([drawn], async () => deployment('d', 'ongoing'));
    const list = [deployment('d', 'ongoing'), deployment('c', 'deployed')];
    for (let time = 0; time < 3; time++) await watcher.handleDeployments('env', list);
    assert.deepEqual(
      calls.filter((one) => one.startsWith('above')),
      ['above row a'],
    );
    assert.deepEqual([...tasks.keys()], ['deployment d']);
  });

  it('refreshes nothing if the row shows the same, or has no deployment to show', async () => {
    for (const drawn of [row('a', deployment('d', 'deployed')), row('a')]) {
      const { watcher, calls } = setUp([drawn], async () => deployment('d', 'deployed'));
      await watcher.handleDeployments('env', [deployment('d', 'deployed')]);
      await watcher.handleDeployments('env', []);
      assert.deepEqual(calls, ['saw d deployed']);
    }
  });
});

describe('the end of a deployment with a listener', () => {
  const watch = (watcher: DeploymentWatcher, baseUrl = 'https://a') => {
    const told: (string | undefined)[] = [];
    const stop = watcher.watch({
      baseUrl,
      deploymentId: 'd',
      onDidEnd: (one) => told.push(one?.status),
    });
    return { told, stop };
  };

  it('is reported immediately if the record has it, and no row is refreshed', async () => {
    const { watcher, tasks, calls } = setUp([], async () => deployment('d', 'failed'));
    const { told } = watch(watcher);
    await flushPromises();
    assert.deepEqual([told, tasks.size, calls], [['failed'], 0, []]);
  });

  it('is polled until the record has it, also while the tree is hidden', async () => {
    let answer = async (): Promise<Deployment> => deployment('d');
    const { watcher, tasks, ask } = setUp([], () => answer());
    const { told } = watch(watcher);
    await flushPromises();
    assert.equal(tasks.get('deployment d')?.isAwaited?.(), true);
    assert.equal(await ask(), false);
    answer = () => Promise.reject(createApiError('server'));
    await assert.rejects(ask());
    assert.deepEqual(told, []);
    answer = async () => deployment('d', 'deployed');
    assert.equal(await ask(), true);
    assert.deepEqual([told, tasks.get('deployment d')?.isAwaited?.()], [['deployed'], false]);
  });

  it('is reported by the poll that follows the deployment for its row', async () => {
    let status: Status = 'ongoing';
    const drawn = row('a', deployment('d', 'ongoing'));
    const { watcher, tasks, ask, calls } = setUp([drawn], async () => deployment('d', status));
    watcher.followLatestDeployment(drawn);
    const { told } = watch(watcher);
    await flushPromises();
    assert.equal(tasks.size, 1);
    status = 'deployed';
    assert.equal(await ask(), true);
    assert.deepEqual([told, calls], [['deployed'], ['a has d', 'saw d deployed', 'above row a']]);
  });

  it('is reported as unknown if the service does not return the deployment', async () => {
    const { watcher } = setUp([], () =>
      Promise.reject(createApiError('notFound', { isUnsupportedOperation: true })),
    );
    const { told } = watch(watcher);
    await flushPromises();
    assert.deepEqual(told, [undefined]);
  });

  it('is no longer polled after the listener is removed', async () => {
    const { watcher, tasks } = setUp([], async () => deployment('d'));
    const { told, stop } = watch(watcher);
    stop();
    await flushPromises();
    assert.deepEqual([told, tasks.size], [[], 0]);
  });

  it('is polled again after a change of the account, and never at another service', async () => {
    let [asked, status]: [number, Status] = [0, 'ongoing'];
    const { watcher } = setUp([], async () => {
      asked++;
      return deployment('d', status);
    });
    const here = watch(watcher);
    const elsewhere = watch(watcher, 'https://b');
    await flushPromises();
    assert.equal(asked, 1);
    status = 'deployed';
    watcher.clear();
    await flushPromises();
    assert.deepEqual([asked, here.told, elsewhere.told], [2, ['deployed'], []]);
  });
});
