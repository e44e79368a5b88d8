import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClient, jsonResponse } from '../../kit/fakeClient.ts';

// As the live service returns it: the branch is in the list, and the domains are beside it.
const latestDeployment = { id: 'd', status: 'deployed' };
const listed = {
  id: 'e',
  name: 'production',
  sourceBranch: 'main',
  projectId: 'p',
  mcpServerUrl: 'https://e.example/mcp',
  createdAt: '2026-11-20T10:00:00.000Z',
  latestDeployment,
};
const beside = {
  id: 'e',
  name: 'production',
  mcpServerUrl: 'https://e.example/mcp',
  latestDeployment,
  domains: [{ domain: 'e.example', status: 'deployed' }],
};
const staging = { ...listed, id: 's', name: 'staging' };

/** Returns the project as read by `projects.get` and by `projects.list`. */
async function read(environments: unknown, productionEnvironment: unknown) {
  const project = { id: 'p', name: 'P', environments, productionEnvironment };
  const { projects } = createFakeClient(({ path }) =>
    jsonResponse(path === '/v1/projects' ? [project] : project),
  );
  const both = [await projects.get('p'), ...(await projects.list())];
  return both.map((one) => ({
    environments: one.environments.map(({ id, sourceBranch, domains }) => [id, sourceBranch, domains.length]),
    production: one.productionEnvironment && [
      one.productionEnvironment.sourceBranch,
      one.productionEnvironment.domains.length,
    ],
  }));
}

describe('the production environment of a project', () => {
  test('is told by what the service says of it in either place', async () => {
    for (const { environments, production } of await read([staging, listed], beside)) {
      assert.deepEqual(environments, [
        ['s', 'main', 0],
        ['e', 'main', 1],
      ]);
      assert.deepEqual(production, ['main', 1]);
    }
  });

  test('may be in one place only', async () => {
    for (const { environments, production } of await read([staging], beside)) {
      assert.deepEqual(environments, [['s', 'main', 0]]);
      assert.deepEqual(production, [undefined, 1]);
    }
    for (const { environments, production } of await read([listed], null)) {
      assert.deepEqual(environments, [['e', 'main', 0]]);
      assert.equal(production, undefined);
    }
  });
});
