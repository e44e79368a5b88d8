import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '../../service/operations.ts';
import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import { findEnvironment, getPath, productionId, sendRequest, toTexts, useService } from './support.ts';

/** Returns the path of an operation, with IDs that don't exist. */
function pathOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, 'missing');
}

describe('every operation', () => {
  const { service, send } = useService();
  for (const { method, path } of operations) {
    test(`${method} ${path} rejects missing, unknown, and expired credentials`, async () => {
      const url = `${service().url}${pathOf(path)}`;
      const { expiredApiKey, apiKey } = service();
      for (const authorization of [
        undefined,
        'Bearer unknown',
        `Bearer ${expiredApiKey}`,
        `Basic ${apiKey}`,
      ]) {
        const headers = authorization === undefined ? {} : { Authorization: authorization };
        const reply = await sendRequest(url, { method, headers });
        assert.equal(reply.status, 401);
        assert.equal(getPath(reply.json, 'defined'), false);
      }
    });

    test(`${path} with an unsupported method is an unknown path`, async () => {
      const served = new Set(operations.filter((other) => other.path === path).map((other) => other.method));
      const other = (['PUT', 'PATCH'] as const).find((each) => !served.has(each));
      assert.ok(other);
      const reply = await send(other, pathOf(path), {});
      assert.deepEqual([reply.status, getPath(reply.json, 'code')], [404, undefined]);
    });
  }

  const needsBody = new Set(['POST', 'PATCH', 'PUT']);
  for (const { method, path } of operations.filter(
    (each) => each.path.includes('{') && !needsBody.has(each.method),
  )) {
    test(`${method} ${path}: a missing resource is a 404 with a code`, async () => {
      const query = path.includes('analytics')
        ? '?startTimestamp=0&endTimestamp=1&timeZone=Europe/Lisbon'
        : '';
      const reply = await send(method, `${pathOf(path)}${query}`);
      assert.deepEqual(
        [reply.status, getPath(reply.json, 'code'), getPath(reply.json, 'defined')],
        [404, 'NOT_FOUND', true],
      );
    });
  }
});

describe('the specification alone', () => {
  const { send } = useService({ specOnly: true });
  test('has E1 to E15', () => {
    const ids = operations.flatMap(({ id }) => (id === 'unspecified' ? [] : id));
    assert.deepEqual(new Set(ids), new Set(Array.from({ length: 15 }, (_, index) => `E${index + 1}`)));
    assert.equal(ids.length, 15);
  });
  for (const { id, method, path } of operations) {
    test(`${method} ${path} is ${id}`, async () => {
      const reply = await send(
        method,
        pathOf(path),
        method === 'GET' || method === 'DELETE' ? undefined : {},
      );
      const isUnknown = reply.status === 404 && getPath(reply.json, 'code') === undefined;
      assert.equal(isUnknown, id === 'unspecified');
    });
  }
});

describe('responses', () => {
  const { service, send, get } = useService();

  test('E3 (projects.create) creates a project with a production environment that E12 finds', async () => {
    const created = await send('POST', '/v1/projects', {
      name: '  trimmed  ',
      runtime: 'python3.14',
      transport: 'sse',
      branchName: 'main',
      sourceRepository: 'octo-dev/new',
      settings: { startCommand: 'run' },
      environmentVariables: [{ key: 'NEW_KEY', value: 'v', isSecret: true }],
    });
    assert.equal(created.status, 200);
    assert.equal(getPath(created.json, 'name'), 'trimmed');
    assert.equal(getPath(created.json, 'startCommand'), 'run');
    assert.equal(getPath(created.json, 'buildCommand'), null);
    const id = String(getPath(created.json, 'productionEnvironment', 'id'));
    assert.deepEqual(getPath(created.json, 'environments'), [{ id, name: 'production' }]);
    const { json } = await get(`/v1/environments/${id}`);
    assert.equal(getPath(json, 'sourceBranch'), 'main');
    assert.equal(getPath(json, 'projectId'), getPath(created.json, 'id'));
  });

  test('E3 (projects.create) distinguishes closed teams from missing ones', async () => {
    const create = (teamId: string) => send('POST', '/v1/projects', { name: 'x', runtime: 'node22', teamId });
    assert.deepEqual(getPath((await create('team_without_access')).json, 'code'), 'FORBIDDEN');
    assert.deepEqual(getPath((await create('team_missing')).json, 'code'), 'NOT_FOUND');
  });

  test('E13 (environments.delete) deletes any environment except production', async () => {
    const { id } = findEnvironment(service(), 'billing-mcp', 'staging');
    const rejected = await send('DELETE', `/v1/environments/${productionId(service())}`);
    assert.deepEqual([rejected.status, getPath(rejected.json, 'code')], [400, 'BAD_REQUEST']);
    assert.deepEqual((await send('DELETE', `/v1/environments/${id}`)).json, { success: true });
    assert.equal((await get(`/v1/environments/${id}`)).status, 404);
    assert.equal((await get(`/v1/environments/${id}/logs`)).status, 404);
    const { json } = await get('/v1/projects');
    assert.ok(Array.isArray(json));
    const project = json.find((each) => getPath(each, 'name') === 'billing-mcp');
    assert.equal(toTexts(getPath(project, 'environments')).length, 1);
  });

  test('intent categories: create, link, link again, delete', async () => {
    const path = `/v1/environments/${productionId(service())}/intent-categories`;
    const { json } = await send('POST', path, { name: 'Travel' });
    const id = String(getPath(json, 'id'));
    assert.ok(
      ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray'].includes(
        String(getPath(json, 'color')),
      ),
    );
    const intentIds = ['int_pack_for_trip'];
    for (let time = 0; time < 2; time++) {
      assert.deepEqual((await send('POST', `${path}/${id}/link`, { intentIds })).json, { success: true });
    }
    assert.deepEqual((await send('DELETE', `${path}/${id}`)).json, { success: true });
    assert.equal((await send('POST', `${path}/${id}/link`, { intentIds })).status, 404);
  });

  test('an ongoing deployment rejects another, writes logs, and ends', async () => {
    const { id } = findEnvironment(service(), 'weather-tools', 'staging');
    const started = await send('POST', `/v1/environments/${id}/deploy`);
    assert.equal(getPath(started.json, 'status'), 'ongoing');
    assert.equal(getPath(started.json, 'completedAt'), null);
    const again = await send('POST', `/v1/environments/${id}/deploy`);
    assert.deepEqual([again.status, getPath(again.json, 'code')], [409, 'CONFLICT']);
    const logs = `/v1/deployments/${getPath(started.json, 'id')}/logs`;
    const first = await get(logs);
    assert.equal(getPath(first.json, 'hasMoreLogs'), true);
    service().clock.advance(31_000);
    const last = await get(logs);
    assert.equal(getPath(last.json, 'hasMoreLogs'), false);
    assert.ok(toTexts(getPath(last.json, 'logs')).length > toTexts(getPath(first.json, 'logs')).length);
    const after = await get(`/v1/deployments/${getPath(started.json, 'id')}`);
    assert.deepEqual([getPath(after.json, 'status'), getPath(after.json, 'isCurrent')], ['deployed', true]);
  });

  test('deployments of every status exist, and are filtered with brackets', async () => {
    const { projectId } = findEnvironment(service(), 'weather-tools', 'production');
    const list = (query: string) => get(`/v1/projects/${projectId}/deployments${query}`);
    const statuses = async (query: string) => {
      const { json } = await list(query);
      return new Set(Array.isArray(json) ? json.map((each) => getPath(each, 'status')) : []);
    };
    assert.deepEqual([...(await statuses(''))].map(String).sort(), ['canceled', 'deployed', 'failed']);
    assert.deepEqual(await statuses('?status[0]=failed'), new Set(['failed']));
    assert.equal((await list('?status=failed')).status, 400);
  });

  test('an audit goes from pending to partial to completed', async () => {
    const targetUrl = 'https://weather.example.com/mcp';
    const { json } = await send('POST', '/v1/beacon/audits', { targetUrl, excludeCategories: ['e2e'] });
    assert.deepEqual(Object.keys(json ?? {}), ['id']);
    const read = () => get(`/v1/beacon/audits/${getPath(json, 'id')}`);
    const pending = await read();
    assert.deepEqual([getPath(pending.json, 'status'), getPath(pending.json, 'report')], ['pending', null]);
    service().clock.advance(3000);
    const partial = await read();
    assert.equal(getPath(partial.json, 'status'), 'partial');
    assert.match(partial.text, /"status":"pending"/);
    service().clock.advance(6000);
    const completed = await read();
    assert.equal(getPath(completed.json, 'status'), 'completed');
    assert.doesNotMatch(completed.text, /"status":"pending"/);
    assert.match(completed.text, /"skipReason":"The category is excluded"/);
  });

  test('a playground is null until it is configured', async () => {
    const path = `/v1/environments/${findEnvironment(service(), 'docs-search', 'quiet').id}/playground`;
    assert.deepEqual((await get(path)).json, { isPlaygroundEnabled: false, serverMetadata: null });
    const prompts = Array.from({ length: 6 }, () => ({ title: 't', prompt: 'p' }));
    for (const rejected of [
      { examplePrompts: prompts },
      { name: '' },
      { description: '' },
      { description: 'd'.repeat(501) },
      { headers: [{ name: 'x-a' }] },
    ]) {
      assert.equal((await send('PUT', path, rejected)).status, 400, JSON.stringify(rejected).slice(0, 80));
    }
    await send('PUT', path, { isPlaygroundEnabled: true, name: 'Quiet' });
    const { json } = await get(path);
    assert.deepEqual(
      [getPath(json, 'isPlaygroundEnabled'), getPath(json, 'serverMetadata', 'name')],
      [true, 'Quiet'],
    );
  });

  test('analytics cover the range, in its zone, for at most 31 days', async () => {
    const { projectId } = findEnvironment(service(), 'weather-tools', 'production');
    const dayMs = 86_400_000;
    const ask = (days: number, zone = 'Europe/Lisbon') =>
      get(`/v1/analytics/${projectId}?startTimestamp=0&endTimestamp=${days * dayMs}&timeZone=${zone}`);
    assert.equal(toTexts(getPath((await ask(7)).json, 'timeSeries', 'task_count')).length, 8);
    assert.equal(toTexts(getPath((await ask(1)).json, 'timeSeries', 'tool_errors')).length, 25);
    assert.equal((await ask(32)).status, 400);
    for (const zone of ['Nowhere', 'UTC', 'Etc/UTC', 'GMT'])
      assert.equal((await ask(1, zone)).status, 400, zone);
  });

  test('telemetry destinations never contain a secret value', async () => {
    const { id } =
      [...service().world.environments.values()].find((each) => each.id === edgeCaseIds.environment) ?? {};
    const { json } = await get(`/v1/environments/${encodeURIComponent(String(id))}/telemetry-destinations`);
    assert.equal(toTexts(json).length, 22);
    const typical = await get(`/v1/environments/${productionId(service())}/telemetry-destinations`);
    assert.equal(getPath(typical.json, 0, 'headers', 0, 'value'), null);
  });

  test('unusual IDs are found when they are percent-encoded', async () => {
    const encode = encodeURIComponent;
    for (const path of [
      `/v1/projects/${encode(edgeCaseIds.project)}`,
      `/v1/environments/${encode(edgeCaseIds.environment)}`,
      `/v1/environments/${encode(edgeCaseIds.environment)}/latest-logs`,
      `/v1/deployments/${encode(edgeCaseIds.deployment)}/logs`,
    ]) {
      assert.equal((await get(path)).status, 200, path);
    }
    const variable = `/v1/environment-variables/${encode(edgeCaseIds.variable)}`;
    assert.equal((await send('DELETE', variable)).status, 200);
    assert.equal((await send('DELETE', variable)).status, 404);
  });

  test('every response has a date and allows any origin', async () => {
    const { url, apiKey } = service();
    const headers = { Authorization: `Bearer ${apiKey}`, Origin: 'https://editor.example.com' };
    const reply = await sendRequest(`${url}/v1/teams`, { headers });
    assert.ok(Math.abs(Date.parse(reply.headers.get('date') ?? '') - service().clock.now()) < 5000);
    assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    assert.match(reply.headers.get('access-control-expose-headers') ?? '', /Date.*Retry-After/);
    const preflight = await sendRequest(`${url}/v1/teams`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://editor.example.com',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/i);
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/);
  });
});
