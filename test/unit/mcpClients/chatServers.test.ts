import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Connection, ConnectionState } from '../../../src/auth/connection.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import { createMemento } from '../../kit/fakeStores.ts';

const vscode = await import('vscode');
const { ChatServers } = await import('../../../src/mcpClients/chatServers.ts');
const { chatServersKey } = await import('../../../src/mcpClients/chatServersKey.ts');

const baseUrl = 'https://service.example';
const secret = 'the-secret';
const production = {
  id: 'env_1',
  name: 'production',
  projectId: 'prj_1',
  mcpServerUrl: `https://mcp.example.com/mcp?token=${secret}`,
};
const deployed = (id: string, status = 'deployed') => ({ id, status });

/** Creates the servers of a window. `fields` of the environment are those that the service returns. */
function setUp({ workspaceState = createMemento(), environment = production as object | Error } = {}) {
  let state: ConnectionState = 'ready';
  let selected: string | undefined = baseUrl;
  const asked: unknown[] = [];
  const client = {
    environments: {
      get: async () => {
        if (environment instanceof Error) throw environment;
        return environment;
      },
    },
  };
  const connection = {
    get baseUrl() {
      return selected;
    },
    state: async () => state,
    client: async () => client,
  } as unknown as Connection;
  const answer = { headers: { Authorization: secret } as Readonly<Record<string, string>> | Error };
  let changes = 0;
  const servers = new ChatServers(
    {
      connection,
      workspaceState,
      log: { warn: () => undefined } as never,
      services: {
        getLastDeployment: async () => ({ deployment: deployed('dep_1') }),
        getServerHeaders: async (...args: readonly unknown[]) => {
          asked.push(args);
          if (answer.headers instanceof Error) throw answer.headers;
          return { headers: answer.headers, missing: [] };
        },
      } as never,
    },
    () => changes++,
  );
  return {
    servers,
    workspaceState,
    asked,
    answer,
    takeChanges: (): number => {
      const count = changes;
      changes = 0;
      return count;
    },
    select: (next: string | undefined, nextState: ConnectionState = 'ready'): void => {
      selected = next;
      state = nextState;
    },
    use: () => servers.addEnvironment(baseUrl, production as never, 'weather'),
    provided: async () =>
      (await servers.provide()).map(({ label, uri, headers, version }) => ({
        label,
        url: uri.toString(),
        headers,
        version,
      })),
  };
}

const definition = {
  label: 'weather/production',
  url: 'https://mcp.example.com/mcp',
  headers: {},
  version: 'dep_1',
};

describe('the servers of the chat', () => {
  test('are provided without headers and queries, and stored without secrets', async () => {
    const { use, provided, servers, workspaceState, takeChanges } = setUp();
    assert.deepEqual(await provided(), []);
    await use();
    assert.equal(takeChanges(), 1);
    assert.deepEqual(await provided(), [definition]);
    assert.ok(servers.hasEnvironment('env_1'));
    assert.doesNotMatch(JSON.stringify(workspaceState.get(chatServersKey)), new RegExp(secret));
    const again = setUp({ workspaceState });
    assert.deepEqual(await again.provided(), [definition], 'after a restart');
  });

  test('get the query and the headers of the user only when they start', async () => {
    const { use, servers, asked, answer } = setUp();
    await use();
    const resolved = await servers.resolve(definition);
    assert.deepEqual(resolved?.headers, { Authorization: secret });
    assert.equal(resolved?.uri.toString(), production.mcpServerUrl);
    const [[url, owner, options] = []] = asked as (readonly unknown[])[];
    assert.deepEqual([url, options], [production.mcpServerUrl, { isInteractive: true }]);
    assert.deepEqual({ ...(owner as object) }, servers.list()[0]);
    answer.headers = new vscode.CancellationError();
    assert.equal(await servers.resolve(definition), undefined, 'the user canceled the prompt');
    assert.equal(await servers.resolve({ label: 'other' }), undefined);
  });

  test('start with the stored URL if the service does not respond or returns an unsafe one', async () => {
    const { use, workspaceState } = setUp();
    await use();
    for (const environment of [
      new Error('offline'),
      { ...production, mcpServerUrl: 'http://mcp.example.com/mcp' },
      { ...production, mcpServerUrl: 'https://user:password@mcp.example.com/mcp' },
      { ...production, mcpServerUrl: `https://$${'{home}'}.example.com/mcp` },
    ]) {
      const { servers } = setUp({ workspaceState, environment });
      assert.equal((await servers.resolve(definition))?.uri.toString(), definition.url);
    }
  });

  test('have a new version after a deployment that succeeded', async () => {
    const { use, provided, servers, takeChanges } = setUp();
    await use();
    takeChanges();
    await servers.updateDeployment('env_1', deployed('dep_2', 'failed') as never);
    await servers.updateDeployment('env_2', deployed('dep_2') as never);
    await servers.updateDeployment('env_1', deployed('dep_1') as never);
    assert.equal(takeChanges(), 0);
    await servers.updateDeployment('env_1', deployed('dep_2') as never);
    assert.equal(takeChanges(), 1);
    assert.deepEqual(await provided(), [{ ...definition, version: 'dep_2' }]);
  });

  test('follow the names, URLs, and deployments of projects', async () => {
    const { use, provided, servers, takeChanges } = setUp();
    await use();
    const environment = { ...production, name: 'live', latestDeployment: deployed('dep_3') };
    const project = { id: 'prj_1', name: 'rain', environments: [environment] };
    const other = { id: 'prj_2', name: 'other', environments: [] };
    await servers.updateFromProjects('https://other.example', [{ ...project, environments: [] }] as never);
    await servers.updateFromProjects(baseUrl, [other] as never);
    assert.deepEqual(await provided(), [definition]);
    await servers.updateFromProjects(baseUrl, [other, project] as never);
    assert.deepEqual(await provided(), [{ ...definition, label: 'rain/live', version: 'dep_3' }]);
    takeChanges();
    await servers.updateFromProjects(baseUrl, [{ ...project, environments: [] }] as never);
    assert.equal(takeChanges(), 0, 'a service that lists no environments');
  });

  test('are those of the selected service while the user is signed in', async () => {
    const { use, provided, select, servers } = setUp();
    await use();
    select(baseUrl, 'signedOut');
    assert.deepEqual(await provided(), []);
    assert.equal(await servers.resolve(definition), undefined);
    select('https://other.example');
    assert.deepEqual(await provided(), []);
    assert.equal(servers.hasEnvironment('env_1'), false);
    select(baseUrl);
    assert.deepEqual(await provided(), [definition]);
  });

  test('do not include a deleted environment', async () => {
    const { use, servers, workspaceState, takeChanges } = setUp();
    await use();
    takeChanges();
    await servers.removeEnvironment({ baseUrl, environmentId: 'env_2' });
    assert.equal(takeChanges(), 0);
    const other = setUp({ workspaceState, environment: createApiError('notFound') });
    await assert.rejects(other.servers.resolve(definition), { name: 'UserError' });
    await servers.removeEnvironment({ baseUrl, environmentId: 'env_1' });
    assert.deepEqual(servers.list(), []);
    assert.equal(workspaceState.get(chatServersKey), undefined);
  });

  test('have different labels, by which the editor finds them', async () => {
    const { use, servers, provided } = setUp();
    await use();
    await servers.addEnvironment(baseUrl, { ...production, id: 'env_9' } as never, 'weather');
    const labels = (await provided()).map(({ label }) => label);
    assert.deepEqual(labels, ['weather/production (env_1)', 'weather/production (env_9)']);
  });

  test('include a tunnel while it is open', async () => {
    const { servers, provided, takeChanges, asked } = setUp();
    await servers.addTunnel('localhost-3000');
    assert.deepEqual(await provided(), []);
    takeChanges();
    const tunnel = { name: 'localhost-3000', url: 'https://abc.tunnel.example/mcp', since: 5 };
    servers.tunnel = tunnel;
    servers.tunnel = { ...tunnel };
    assert.equal(takeChanges(), 1);
    const label = tunnel.name;
    assert.deepEqual(await provided(), [{ label, url: tunnel.url, headers: {}, version: '5' }]);
    assert.deepEqual((await servers.resolve({ label }))?.headers, { Authorization: secret });
    assert.deepEqual(asked, [[tunnel.url, undefined, { isInteractive: true }]]);
    servers.tunnel = { ...tunnel, name: 'localhost-4000' };
    assert.deepEqual(await provided(), []);
    await servers.remove({ kind: 'tunnel', name: 'localhost-3000' });
    assert.deepEqual(servers.list(), []);
  });

  test('ignore stored data of another form', async () => {
    const workspaceState = createMemento();
    await workspaceState.update(chatServersKey, [
      null,
      { kind: 'environment' },
      { kind: 'tunnel', name: 'x' },
    ]);
    assert.deepEqual(setUp({ workspaceState }).servers.list(), [{ kind: 'tunnel', name: 'x' }]);
  });
});
