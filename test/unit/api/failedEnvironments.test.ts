import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startServer, testClient } from './server.ts';

test('a project says which of its environments failed last, production too, each once', async (t) => {
  const server = await startServer(t);
  const { client } = testClient(server.url);
  const environment = (id: string, status: string, name: unknown = `name of ${id}`) => ({
    id,
    name,
    latestDeployment: { id: `d of ${id}`, status },
  });
  const failedOf = async (project: object) => {
    server.answer(json({ id: 'p', name: 'P', ...project }));
    return (await client.projects.get('p')).failedEnvironments?.map(({ id, name }) => `${id}: ${name}`);
  };
  const [failed, good] = [environment('bad', 'failed'), environment('good', 'deployed')];
  assert.deepEqual(await failedOf({ environments: [good, failed] }), ['bad: name of bad']);
  assert.deepEqual(await failedOf({ environments: [good], productionEnvironment: failed }), [
    'bad: name of bad',
  ]);
  assert.deepEqual(await failedOf({ environments: [failed], productionEnvironment: failed }), [
    'bad: name of bad',
  ]);
  assert.deepEqual(await failedOf({ environments: [environment('nameless', 'failed', '')] }), [
    'nameless: nameless',
  ]);
  assert.equal(await failedOf({ environments: [good], productionEnvironment: good }), undefined);
  // A deployment without an ID is unreadable.
  const unreadable = { id: 'e', name: 'E', latestDeployment: { status: 'failed' } };
  assert.equal(await failedOf({ environments: [unreadable] }), undefined);
});

test('a project says how its production environment is, listed or read by itself', async (t) => {
  const server = await startServer(t);
  const { client } = testClient(server.url);
  const times = { startedAt: '2026-11-20T10:00:00Z', completedAt: '2026-11-20T10:01:00Z' };
  const latestDeployment = { id: 'd', status: 'deployed', ...times, sourceRef: 'main' };
  const project = { id: 'p', name: 'P', productionEnvironment: { id: 'e', name: 'E', latestDeployment } };
  server.answer(json(project));
  const state = { environmentId: 'e', id: 'd', status: 'deployed', ...times };
  assert.deepEqual((await client.projects.get('p')).productionState, state);
  server.answer(json([project]));
  const [listed] = await client.projects.list();
  assert.deepEqual(listed?.productionState, state);
});
