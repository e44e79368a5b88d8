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

/** Sets up a tree with one environment, and a service that responds with `answer`. */
function setUp(
  rows: readonly Node[],
  answer: () => Promise<Deployment>,
  { state = createMemento(), baseUrl = 'https://a', time = 0 } = {},
) {
  const said: string[] = [];
  const { tasks, poller, ask } = createManualPoller();
  const deps = {
    connection: createFakeConnection({ deployments: { get: answer } }, baseUrl),
    poller,
    rowsOf: () => rows,
    refresh: () => said.push('all'),
    refreshAbove: ({ id }: Node) => said.push(`above ${id}`),
    onDidReadDeployment: async (_id: string, { id, status }: Deployment) =>
      void said.push(`saw ${id} ${status}`),
    onDidDeploy: ({ environmentName }: EnvironmentRef, { id }: Deployment) =>
      said.push(`${environmentName} has ${id}`),
    workspaceState: state,
    now: () => time,
    notifyEnd: ({ environmentName }: EnvironmentRef, { status }: Deployment) =>
      said.push(`${environmentName} ended: ${status}`),
    notifyGivenUp: ({ environmentName }: EnvironmentRef, id: string, why: string) =>
      said.push(`${environmentName} given up: ${id} ${why}`),
  } as unknown as DeploymentWatcherOptions;
  const watcher = new DeploymentWatcher(deps);
  /** Starts a deployment like *Deploy*. */
  const start = async (id: string): Promise<PollTask> => {
    const target = { environmentId: 'env', environmentName: 'staging' };
    await watcher.followStarted(target, deployment(id, 'ongoing'));
    const task = tasks.get(`deployment ${id}`);
    assert.ok(task);
    said.length = 0;
    return task;
  };
  const wait = (ms: number): void => {
    time += ms;
  };
  return { watcher, tasks, said, ask, start, wait };
}

describe('a deployment that is followed', () => {
  it('is asked for until it is over, then its rows are asked for', async () => {
    let status: Status = 'ongoing';
    const drawn = row('a', deployment('d', 'ongoing'));
    const { watcher, tasks, said, ask } = setUp([drawn], async () => deployment('d', status));
    watcher.followLatestDeployment(drawn);
    assert.equal(await ask(), false);
    assert.deepEqual(said, []);
    status = 'deployed';
    assert.equal(await ask(), true);
    // The user isn't notified, because it was started elsewhere.
    assert.deepEqual(said, ['a has d', 'saw d deployed', 'above row a']);
    // An outdated row doesn't follow the deployment again.
    tasks.clear();
    watcher.followLatestDeployment(drawn);
    assert.equal(tasks.size, 0);
    // Neither does another kind of row, or a row without a deployment.
    watcher.followLatestDeployment({ ...row('b', deployment('e', 'ongoing')), kind: 'project' });
    watcher.followLatestDeployment(row('c'));
    assert.equal(tasks.size, 0);
  });

  it('has everything asked again when a failure comes or goes: projects tell of it too', async () => {
    const drawn = row('a', deployment('d', 'ongoing'));
    const failing = setUp([drawn], async () => deployment('d', 'failed'));
    failing.watcher.followLatestDeployment(drawn);
    await failing.ask();
    assert.deepEqual(failing.said, ['saw d failed', 'all']);
    // The row already has the failure, but its project doesn't.
    const known = setUp([row('a', deployment('d', 'failed'))], async () => deployment('d', 'failed'));
    known.watcher.followLatestDeployment(drawn);
    await known.ask();
    assert.deepEqual(known.said, ['saw d failed', 'all']);
    const mended = setUp([row('a', deployment('c', 'failed'))], async () => deployment('d', 'deployed'));
    await mended.watcher.setLatest('env', deployment('d', 'ongoing'));
    assert.deepEqual(mended.said, ['saw d ongoing', 'all']);
  });

  it('that is gone is forgotten, and its row asked for; any other failure is passed on', async () => {
    const drawn = row('a', deployment('d', 'ongoing'));
    let kind: 'server' | 'notFound' = 'server';
    const { watcher, said, ask } = setUp([drawn], async () => {
      throw createApiError(kind);
    });
    watcher.followLatestDeployment(drawn);
    await assert.rejects(ask());
    kind = 'notFound';
    assert.equal(await ask(), true);
    assert.deepEqual(said, ['above row a']);
  });

  it('of another service changes nothing', async () => {
    const drawn = row('a', deployment('d', 'ongoing'));
    const abort = new AbortController();
    const { watcher, said, ask } = setUp([drawn], async () => {
      abort.abort();
      return deployment('d', 'failed');
    });
    watcher.followLatestDeployment(drawn);
    assert.equal(await ask(abort.signal), true);
    assert.deepEqual(said, []);
  });
});

describe('a deployment that was started here', () => {
  it('is pending until its end is told, once', async () => {
    let status: Status = 'ongoing';
    const { tasks, said, start } = setUp([row('a')], async () => deployment('d', status));
    const task = await start('d');
    assert.equal(task.isAwaited?.(), true);
    assert.equal(await task.run(signal), false);
    assert.deepEqual(said, []);
    status = 'failed';
    assert.equal(await task.run(signal), true);
    assert.equal(said.at(-1), 'staging ended: failed');
    assert.equal(task.isAwaited?.(), false);
    assert.equal(tasks.size, 1);
  });

  it('makes nothing else pending', async () => {
    const { watcher, tasks, start } = setUp([], async () => deployment('d', 'ongoing'));
    await start('d');
    await watcher.onDidRead('other', [deployment('e', 'ongoing')]);
    assert.equal(tasks.get('deployment e')?.isAwaited?.(), false);
  });

  it('is given up after half an hour, whether it runs or cannot be asked for, and that is said', async () => {
    for (const isDown of [false, true]) {
      const { said, start, wait } = setUp([row('a')], async () => {
        if (isDown) throw createApiError('network');
        return deployment('d', 'ongoing');
      });
      const task = await start('d');
      const ask = () => task.run(signal).catch(() => false);
      wait(maxTrackingMs - 1);
      assert.equal(await ask(), false);
      assert.deepEqual(said, []);
      wait(1);
      assert.equal(await ask(), false, 'whoever looks at it still sees how it ends');
      assert.deepEqual(said, ['staging given up: d late']);
      assert.equal(task.isAwaited?.(), false);
    }
  });

  it('is given up when it is gone, or this account may not read it', async () => {
    for (const [kind, why] of [
      ['notFound', 'gone'],
      ['forbidden', 'refused'],
      ['unauthorized', 'refused'],
    ] as const) {
      const { said, start } = setUp([row('a')], () => Promise.reject(createApiError(kind)));
      const task = await start('d');
      await task.run(signal).catch(() => undefined);
      assert.equal(said.at(-1), `staging given up: d ${why}`);
      assert.equal(task.isAwaited?.(), false);
    }
  });

  it('is still told of when the window was loaded again meanwhile, at its service, within its time', async () => {
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
    const { tasks, said } = again({ time: maxTrackingMs - 1 });
    const [task] = tasks.values();
    assert.equal(task?.isAwaited?.(), true);
    await task?.run(signal);
    assert.equal(said.at(-1), 'staging ended: deployed');
    assert.equal(again().tasks.size, 0, 'once');
    assert.deepEqual(state.keys(), []);
  });

  it('is asked for again after other failures, and nothing is said of them', async () => {
    const { said, start } = setUp([row('a')], () => Promise.reject(createApiError('server')));
    const task = await start('d');
    await assert.rejects(task.run(signal));
    assert.deepEqual(said, []);
    assert.equal(task.isAwaited?.(), true);
  });
});

describe('an environment', () => {
  it('is known to be deploying from the list of its deployments until that is over', async () => {
    let status: Status = 'ongoing';
    const drawn = row('a');
    const { watcher, said, ask } = setUp([drawn], async () => deployment('d', status));
    assert.equal(watcher.isDeploying('env'), false);
    await watcher.onDidRead('env', [deployment('d', 'ongoing')]);
    assert.equal(watcher.isDeploying('env'), true);
    assert.equal(watcher.isDeploying('other'), false);
    // The record of the environment lacks the deployment.
    assert.deepEqual(said, ['saw d ongoing', 'above row a']);
    status = 'deployed';
    await ask();
    assert.equal(watcher.isDeploying('env'), false);
    assert.equal(said.at(-1), 'above row a');
  });
});

describe('what a list of deployments says', () => {
  it('has the row asked again where that says something else, once', async () => {
    const drawn = row('a', deployment('c', 'deployed'));
    const { watcher, tasks, said } = setUp([drawn], async () => deployment('d', 'ongoing'));
    const list = [deployment('d', 'ongoing'), deployment('c', 'deployed')];
    for (let time = 0; time < 3; time++) await watcher.onDidRead('env', list);
    assert.deepEqual(
      said.filter((one) => one.startsWith('above')),
      ['above row a'],
    );
    assert.deepEqual([...tasks.keys()], ['deployment d']);
  });

  it('is no news where the row says it, or can say nothing', async () => {
    for (const drawn of [row('a', deployment('d', 'deployed')), row('a')]) {
      const { watcher, said } = setUp([drawn], async () => deployment('d', 'deployed'));
      await watcher.onDidRead('env', [deployment('d', 'deployed')]);
      await watcher.onDidRead('env', []);
      assert.deepEqual(said, ['saw d deployed']);
    }
  });
});

describe('the end of a deployment that somebody watches', () => {
  const watch = (watcher: DeploymentWatcher, baseUrl = 'https://a') => {
    const told: (string | undefined)[] = [];
    const stop = watcher.watch({
      baseUrl,
      deploymentId: 'd',
      onDidEnd: (one) => told.push(one?.status),
    });
    return { told, stop };
  };

  it('is told at once where the record says it, and no row hears of it', async () => {
    const { watcher, tasks, said } = setUp([], async () => deployment('d', 'failed'));
    const { told } = watch(watcher);
    await flushPromises();
    assert.deepEqual([told, tasks.size, said], [['failed'], 0, []]);
  });

  it('is asked for until the record says it, while nobody sees the tree, too', async () => {
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

  it('is asked for by the one who follows it for its row', async () => {
    let status: Status = 'ongoing';
    const drawn = row('a', deployment('d', 'ongoing'));
    const { watcher, tasks, ask, said } = setUp([drawn], async () => deployment('d', status));
    watcher.followLatestDeployment(drawn);
    const { told } = watch(watcher);
    await flushPromises();
    assert.equal(tasks.size, 1);
    status = 'deployed';
    assert.equal(await ask(), true);
    assert.deepEqual([told, said], [['deployed'], ['a has d', 'saw d deployed', 'above row a']]);
  });

  it('is told as unknown where the service does not tell', async () => {
    const { watcher } = setUp([], () =>
      Promise.reject(createApiError('notFound', { isUnsupportedOperation: true })),
    );
    const { told } = watch(watcher);
    await flushPromises();
    assert.deepEqual(told, [undefined]);
  });

  it('is not asked for any longer when that is called off', async () => {
    const { watcher, tasks } = setUp([], async () => deployment('d'));
    const { told, stop } = watch(watcher);
    stop();
    await flushPromises();
    assert.deepEqual([told, tasks.size], [[], 0]);
  });

  it('is asked for again when the account changes, and never at another service', async () => {
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
