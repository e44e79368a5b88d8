import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { readEnvironmentDetails } from '../../../src/environments/readEnvironmentDetails.ts';
import { createApiError } from '../../kit/fakeApiError.ts';
import * as records from '../../kit/records.ts';

const environment = records.environment({ name: 'staging', projectId: 'p' });
const deployment = records.deployment('d', 'failed');

function client(project: unknown): Client {
  const answer = async () => {
    if (project instanceof Error) throw project;
    return project;
  };
  return { environments: { get: async () => environment }, projects: { get: answer } } as unknown as Client;
}

test('the project provides its name, the production environment, and the latest deployment', async () => {
  const other = { ...environment, id: 'other', latestDeployment: { ...deployment, id: 'other-deployment' } };
  const project = {
    id: 'p',
    name: 'weather',
    environments: [other, { ...environment, latestDeployment: deployment }],
    productionEnvironment: { ...environment, id: 'e' },
  };
  assert.deepEqual(await readEnvironmentDetails(client(project), 'e'), {
    environment: { ...environment, latestDeployment: deployment },
    projectName: 'weather',
    isProduction: true,
  });
  const { productionEnvironment: _, ...without } = project;
  assert.equal((await readEnvironmentDetails(client(without), 'e')).isProduction, false);
  const elsewhere = { ...without, environments: [other] };
  assert.deepEqual(await readEnvironmentDetails(client(elsewhere), 'e'), {
    environment,
    projectName: 'weather',
    isProduction: false,
  });
  const only = { ...elsewhere, productionEnvironment: { ...environment, latestDeployment: deployment } };
  assert.deepEqual(
    (await readEnvironmentDetails(client(only), 'e')).environment.latestDeployment,
    deployment,
  );
});

test('the project provides the status of domains, but no further domains', async () => {
  const domains = [{ domain: 'a.example' }, { domain: 'b.example' }, { domain: 'c.example', status: 'own' }];
  const told = ['a', 'c', 'd'].map((name) => ({ domain: `${name}.example`, status: 'failed' }));
  const project = { id: 'p', name: 'weather', environments: [{ ...environment, domains: told }] };
  const asked = {
    environments: { get: async () => ({ ...environment, domains }) },
    projects: { get: async () => project },
  } as unknown as Client;
  assert.deepEqual((await readEnvironmentDetails(asked, 'e')).environment.domains, [
    { domain: 'a.example', status: 'failed' },
    { domain: 'b.example' },
    { domain: 'c.example', status: 'own' },
  ]);
});

test('without access to the project, its data is omitted; other errors are thrown unless the project is optional', async () => {
  for (const kind of ['notFound', 'forbidden'] as const) {
    assert.deepEqual(await readEnvironmentDetails(client(createApiError(kind)), 'e'), { environment });
  }
  await assert.rejects(readEnvironmentDetails(client(createApiError('server')), 'e'));
  assert.deepEqual(
    await readEnvironmentDetails(client(createApiError('server')), 'e', { isProjectOptional: true }),
    {
      environment,
    },
  );
});
