import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { findEnvironment, getPath, sendRequest, type TestJson, toTexts, useService } from './support.ts';

describe('faults', () => {
  const { service, send, get } = useService();
  afterEach(async () => {
    assert.equal((await send('DELETE', '/_sample/faults')).status, 200);
  });
  const add = async (fault: unknown) => {
    assert.equal((await send('POST', '/_sample/faults', fault)).status, 200);
  };

  test('apply to the given number of requests, and only to matching ones', async () => {
    await add({ match: { method: 'get', path: '/v1/teams' }, times: 2, status: 503, retryAfter: 7 });
    assert.equal((await get('/v1/projects')).status, 200);
    for (let time = 0; time < 2; time++) {
      const reply = await get('/v1/teams');
      assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '7']);
      assert.equal(getPath(reply.json, 'code'), 'SERVICE_UNAVAILABLE');
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    }
    assert.equal((await get('/v1/teams')).status, 200);
  });

  test('without a number apply until they are cleared; a path can be a regular expression', async () => {
    await add({ match: { path: '^/v1/(teams|projects)$' }, status: 500 });
    for (let time = 0; time < 3; time++) assert.equal((await get('/v1/teams')).status, 500);
    assert.equal((await get('/v1/projects?teamId=x')).status, 200);
    service().faults.clear();
    assert.equal((await get('/v1/teams')).status, 200);
    service().faults.add({ match: { path: /teams/ }, status: 502 });
    assert.equal((await get('/v1/teams')).status, 502);
  });

  test('respond with a body, a type, and headers', async () => {
    await add({ times: 1, status: 200, body: '<html>proxy</html>', contentType: 'text/html' });
    const html = await get('/v1/teams');
    assert.deepEqual([html.text, html.headers.get('content-type')], ['<html>proxy</html>', 'text/html']);
    await add({ times: 1, body: { not: 'a list' } });
    assert.deepEqual((await get('/v1/teams')).json, { not: 'a list' });
    await add({ times: 1, status: 302, headers: { Location: 'http://127.0.0.1:1/' } });
    assert.equal((await get('/v1/teams')).headers.get('location'), 'http://127.0.0.1:1/');
  });

  test('delay the real response', async () => {
    await add({ times: 1, delayMs: 80 });
    const start = performance.now();
    const reply = await get('/v1/teams');
    assert.equal(reply.status, 200);
    assert.ok(Array.isArray(reply.json));
    assert.ok(performance.now() - start >= 75);
    await add({ times: 1, delayMs: 1 });
    const body = { name: 'delayed', runtime: 'node24' };
    assert.equal(getPath((await send('POST', '/v1/projects', body)).json, 'name'), 'delayed');
  });

  test('change the real response into an unknown one, by name', async () => {
    const auditPath = '/v1/beacon/audits/aud_odd';
    await add({ match: { path: auditPath }, times: 1, alters: 'newerAudit' });
    const newer = (await get(auditPath)).json;
    const usual = (await get(auditPath)).json;
    const results = (json: TestJson) => toTexts(getPath(json, 'report', 'results')).length;
    assert.equal(results(newer), results(usual) + 3);
    assert.equal(getPath(newer, 'report', 'isReadyForPlatform', 'assistant-new'), null);

    const { id } = findEnvironment(service(), 'weather-tools', 'production');
    const logs = `/v1/environments/${id}/latest-logs?level[0]=DEBUG&limit=1`;
    await add({ match: { path: logs }, times: 1, alters: 'newerLogs' });
    const types = [await get(logs), await get(logs)].map(({ json }) => getPath(json, 'logs', 0, 'type'));
    assert.deepEqual(types, ['METRIC', 'DEBUG']);
    await assert.rejects(add({ alters: 'nothing' }));
  });

  test('close the connection before the response', async () => {
    await add({ times: 1, drop: 'beforeAnswer' });
    await assert.rejects(get('/v1/teams'), TypeError);
    assert.equal(service().requests.list().at(-1)?.status, null);
  });

  test('execute the request and lose the response', async () => {
    await add({ match: { method: 'POST' }, times: 1, drop: 'afterWork' });
    await assert.rejects(send('POST', '/v1/projects', { name: 'lost', runtime: 'node24' }), TypeError);
    assert.equal(service().requests.list().at(-1)?.status, null);
    const { json } = await get('/v1/projects');
    assert.ok(Array.isArray(json) && json.some((project) => getPath(project, 'name') === 'lost'));
  });

  for (const [drop, part] of [
    ['afterHeaders', ''],
    ['midBody', '{"logs"'],
  ] as const) {
    test(`close the connection: ${drop}`, async () => {
      await add({ times: 1, drop, status: 200 });
      const headers = { Authorization: `Bearer ${service().apiKey}` };
      const response = await fetch(`${service().url}/v1/teams`, { headers });
      assert.equal(response.status, 200);
      const decoder = new TextDecoder();
      let text = '';
      await assert.rejects(async () => {
        for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
      });
      assert.ok(text.startsWith(part), text);
      assert.equal(text === '', part === '');
    });
  }

  test('hang until the client gives up, without blocking the service', async () => {
    await add({ times: 1, hang: true });
    const abort = new AbortController();
    const headers = { Authorization: `Bearer ${service().apiKey}` };
    const before = service().requests.list().length;
    const hanging = fetch(`${service().url}/v1/teams`, { headers, signal: abort.signal });
    const arrived = async (): Promise<void> => {
      if (service().requests.list().length === before)
        return new Promise((resolve) => setImmediate(() => resolve(arrived())));
    };
    await arrived();
    assert.equal((await get('/v1/teams')).status, 200);
    abort.abort();
    await assert.rejects(hanging, { name: 'AbortError' });
  });

  test('never apply to the controls, which reject unknown faults', async () => {
    await add({ status: 500 });
    assert.equal((await get('/_sample/requests')).status, 200);
    assert.equal((await send('POST', '/_sample/faults', { state: 500 })).status, 400);
    assert.equal((await send('POST', '/_sample/faults', { status: 'no' })).status, 400);
    assert.equal((await send('POST', '/_sample/load', { rate: -1 })).status, 400);
    assert.equal((await send('POST', '/_sample/load', { rate: 0 })).status, 200);
  });

  test('apply to the sign-in, too', async () => {
    await add({ match: { path: '/oidc/.well-known' }, times: 1, status: 504 });
    const metadata = `${service().url}/oidc/.well-known/openid-configuration`;
    assert.equal((await sendRequest(metadata)).status, 504);
    assert.equal((await sendRequest(metadata)).status, 200);
  });
});

describe('the log of requests', () => {
  const { service, send, get } = useService();
  const list = async (): Promise<readonly TestJson[]> => {
    const { json } = await get('/_sample/requests');
    return Array.isArray(json) ? json : [];
  };

  test('contains requests and the kind of their credential, but never the credential', async () => {
    const { url, apiKey } = service();
    await get('/v1/teams?a=%2F');
    await send('DELETE', '/v1/environments/missing');
    await sendRequest(`${url}/v1/teams`);
    await sendRequest(`${url}/v1/teams`, { headers: { Authorization: 'Bearer something-secret' } });
    assert.deepEqual(await list(), [
      { method: 'GET', path: '/v1/teams?a=%2F', status: 200, credential: 'apiKey' },
      { method: 'DELETE', path: '/v1/environments/missing', status: 404, credential: 'apiKey' },
      { method: 'GET', path: '/v1/teams', status: 401, credential: 'none' },
      { method: 'GET', path: '/v1/teams', status: 401, credential: 'bad' },
    ]);
    const text = JSON.stringify(service().requests.list());
    assert.ok(!text.includes(apiKey) && !text.includes('something-secret'));
    await send('DELETE', '/_sample/requests');
    assert.deepEqual(await list(), []);
  });
});

describe('other controls', () => {
  const { service, get, send } = useService({ specOnly: true });

  test('return the IDs, even if no operation lists them', async () => {
    const { json } = await get('/_sample/world');
    assert.equal(getPath(json, 0, 'name'), 'weather-tools');
    const id = String(getPath(json, 0, 'environments', 0, 'id'));
    assert.equal((await get(`/v1/environments/${id}`)).status, 200);
  });

  test('advance the clock', async () => {
    const before = service().clock.now();
    await send('POST', '/_sample/clock', { advanceMs: 3_600_000 });
    assert.ok(service().clock.now() - before >= 3_600_000);
    const date = (await get('/v1/tunnels/ticket')).headers.get('date') ?? '';
    assert.ok(Date.parse(date) - before >= 3_599_000);
  });

  test('append exactly the given entries, or none', async () => {
    const id = [...service().world.environments.keys()][0] ?? '';
    const before = service().world.logs.get(id).size;
    const entry = { timestamp: '2026-01-01T00:00:00.000Z', type: 'NEW', requestId: 'r' };
    assert.equal(
      (await send('POST', '/_sample/logs', { environmentId: id, entries: [entry, {}] })).status,
      400,
    );
    assert.equal(service().world.logs.get(id).size, before);
    await send('POST', '/_sample/logs', { environmentId: id, entries: [entry, entry] });
    const at = Date.parse(entry.timestamp);
    assert.deepEqual(service().world.logs.get(id).between(at, at, {}), [entry, entry]);
  });
});
