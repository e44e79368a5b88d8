import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findEnvironment, getPath, productionId, toTexts, useService } from './support.ts';

describe('queries', () => {
  const { service, get } = useService();
  const logs = (query: string) => get(`/v1/environments/${productionId(service())}/logs?${query}`);

  const rejectedQueries: readonly [query: string, path: readonly (string | number)[]][] = [
    ['level=INFO', ['level']],
    ['level[]=info', ['level', 0]],
    ['level[0]=INFO&level[1]=START', ['level', 1]],
    ['level[]=END', ['level', 0]],
    ['limit=0', ['limit']],
    ['limit=1001', ['limit']],
    ['limit=2.5', ['limit']],
    ['limit=ten', ['limit']],
    ['limit=', ['limit']],
    ['since=yesterday', ['since']],
    ['since=2026-01-01T00:00:00+02:00', ['since']],
    ['until=1x', ['until']],
    ['nextToken=made-up', ['nextToken']],
  ];
  for (const [query, path] of rejectedQueries) {
    test(`${query} is rejected with its path`, async () => {
      const reply = await logs(query);
      assert.equal(reply.status, 400);
      assert.equal(getPath(reply.json, 'code'), 'BAD_REQUEST');
      assert.equal(getPath(reply.json, 'defined'), true);
      assert.deepEqual(getPath(reply.json, 'data', 'issues', 0, 'path'), path);
    });
  }

  const levels: readonly [query: string, types: readonly string[]][] = [
    ['level[0]=WARNING', ['WARNING']],
    ['level[]=WARNING&level[]=ERROR', ['ERROR', 'WARNING']],
    ['level%5B0%5D=WARNING&level%5B1%5D=ERROR', ['ERROR', 'WARNING']],
    ['level=ERROR&level[]=WARNING', ['WARNING']],
    ['level[]=WARNING&level=ERROR', ['WARNING']],
  ];
  for (const [query, types] of levels) {
    test(`${query} returns ${types.join(' and ')}`, async () => {
      const { json } = await logs(query);
      const found = getPath(json, 'logs');
      assert.ok(Array.isArray(found));
      assert.deepEqual([...new Set(found.map((entry) => getPath(entry, 'type')))].sort(), types);
    });
  }

  for (const name of ['since', 'until']) {
    test(`an empty ${name} is a 500`, async () => {
      const reply = await logs(`${name}=`);
      assert.equal(reply.status, 500);
      assert.equal(getPath(reply.json, 'defined'), false);
    });
  }

  test('search is plain text', async () => {
    const { json } = await get(
      `/v1/environments/${productionId(service())}/latest-logs?search=${encodeURIComponent('200 in')}`,
    );
    const found = getPath(json, 'logs');
    assert.ok(Array.isArray(found) && found.length > 0);
    assert.ok(found.every((entry) => String(getPath(entry, 'content')).includes('200 in')));
    const pattern = await get(
      `/v1/environments/${productionId(service())}/latest-logs?search=${encodeURIComponent('2.0 in')}`,
    );
    assert.deepEqual(getPath(pattern.json, 'logs'), []);
  });
});

describe('relative times', () => {
  const { service, get } = useService();
  const minuteMs = 60_000;
  const cases: readonly [since: string, agoMs: number][] = [
    ['2026', 2026],
    ['1M', minuteMs],
    ['1m', minuteMs],
    ['1h', 60 * minuteMs],
    ['2 days', 2 * 24 * 60 * minuteMs],
    ['.5h', 30 * minuteMs],
    ['1w', 7 * 24 * 60 * minuteMs],
    ['1700000000000', 1_700_000_000_000],
  ];
  for (const [since, agoMs] of cases) {
    test(`since=${since} is ${agoMs} ms ago`, async () => {
      const { id } = findEnvironment(service(), 'docs-search', 'quiet');
      service().logs.append(id, [
        { timestamp: at(agoMs + 4000), type: 'INFO', requestId: since, content: 'before' },
        { timestamp: at(agoMs - 4000), type: 'INFO', requestId: since, content: 'after' },
      ]);
      const { json } = await get(`/v1/environments/${id}/logs?since=${encodeURIComponent(since)}`);
      const found = getPath(json, 'logs');
      assert.ok(Array.isArray(found));
      const mine = found.filter((entry) => getPath(entry, 'requestId') === since);
      assert.deepEqual(
        mine.map((entry) => getPath(entry, 'content')),
        ['after'],
      );
    });
  }

  function at(agoMs: number): string {
    return new Date(service().clock.now() - agoMs).toISOString();
  }
});

describe('bodies', () => {
  const { service, send, get } = useService();
  const variable = (key: string) => {
    const found = [...service().world.variables.values()].find((each) => each.key === key);
    if (!found) throw new Error(`No variable ${key}`);
    return found;
  };
  const ok = { name: 'a project', runtime: 'node24' };
  const item = { key: 'A_KEY', value: 'v', isSecret: false };

  const refusedProjects: readonly [what: string, body: unknown, path: readonly (string | number)[]][] = [
    ['null for an optional field', { ...ok, teamId: null }, ['teamId']],
    ['null for a nullable field', { ...ok, transport: null }, ['transport']],
    ['a name of spaces', { ...ok, name: '   ' }, ['name']],
    ['a name of 101 characters', { ...ok, name: 'n'.repeat(101) }, ['name']],
    ['no runtime', { name: 'x' }, ['runtime']],
    ['an unknown runtime', { ...ok, runtime: 'node18' }, ['runtime']],
    ['settings with a null', { ...ok, settings: { buildCommand: null } }, ['settings', 'buildCommand']],
    [
      'an empty value',
      { ...ok, environmentVariables: [item, { ...item, key: 'B_KEY', value: '' }] },
      ['environmentVariables', 1, 'value'],
    ],
    [
      'a key of one character',
      { ...ok, environmentVariables: [{ ...item, key: 'A' }] },
      ['environmentVariables', 0, 'key'],
    ],
    [
      'a key with a dash',
      { ...ok, environmentVariables: [{ ...item, key: 'A-B' }] },
      ['environmentVariables', 0, 'key'],
    ],
    [
      'a key that begins with a digit',
      { ...ok, environmentVariables: [{ ...item, key: '1AB' }] },
      ['environmentVariables', 0, 'key'],
    ],
    [
      'a reserved key',
      { ...ok, environmentVariables: [{ ...item, key: 'PORT' }] },
      ['environmentVariables', 0, 'key'],
    ],
    ['a key twice', { ...ok, environmentVariables: [item, item] }, ['environmentVariables', 1, 'key']],
    ['a list', [ok], []],
  ];
  for (const [what, body, path] of refusedProjects) {
    test(`a project with ${what} is rejected and nothing is created`, async () => {
      const before = service().world.projects.size;
      const reply = await send('POST', '/v1/projects', body);
      assert.equal(reply.status, 400);
      assert.equal(getPath(reply.json, 'message'), 'Input validation failed');
      assert.deepEqual(getPath(reply.json, 'data', 'issues', 0, 'path'), path);
      assert.equal(service().world.projects.size, before);
    });
  }

  test('malformed JSON is an undeclared 400', async () => {
    const reply = await send('POST', '/v1/projects', '{"name": ');
    assert.equal(reply.status, 400);
    assert.equal(getPath(reply.json, 'defined'), false);
  });

  test('a body of another type is not an input', async () => {
    const reply = await send('POST', '/v1/projects', JSON.stringify(ok), { 'Content-Type': 'text/plain' });
    assert.equal(reply.status, 400);
    assert.equal(getPath(reply.json, 'defined'), true);
  });

  test('a variable without isSecret is created as plain', async () => {
    const { environmentId } = variable('CACHE_SECONDS');
    const path = `/v1/environments/${environmentId}/environment-variables`;
    await send('POST', path, { environmentVariables: [{ key: 'UNSAID', value: 'v' }] });
    assert.deepEqual([variable('UNSAID').isSecret, variable('UNSAID').value], [false, 'v']);
  });

  test('an absent isSecret means plain, which a secret rejects', async () => {
    const { id, key } = variable('ALERTS_TOKEN');
    for (const body of [{ key }, { key, isSecret: false }, { key, value: 'new' }]) {
      const reply = await send('PATCH', `/v1/environment-variables/${id}`, body);
      assert.equal(reply.status, 400);
      assert.equal(getPath(reply.json, 'code'), 'BAD_REQUEST');
    }
    assert.equal(variable('ALERTS_TOKEN').isSecret, true);
    const reply = await send('PATCH', `/v1/environment-variables/${id}`, {
      key,
      value: 'new',
      isSecret: true,
    });
    assert.deepEqual([reply.status, reply.json], [200, { success: true }]);
    assert.equal(variable('ALERTS_TOKEN').value, 'new');
  });

  test('an update of a variable requires its key, and a value that is not empty', async () => {
    const { id, key } = variable('CACHE_SECONDS');
    for (const body of [{ value: '1' }, { key, value: '' }, { key, value: null }, { key: 'HOST' }]) {
      assert.equal((await send('PATCH', `/v1/environment-variables/${id}`, body)).status, 400);
    }
    assert.equal(variable('CACHE_SECONDS').value, '600');
  });

  test('a secret is listed without its value, which is nowhere in the response', async () => {
    const { environmentId, value } = variable('FORECAST_API_KEY');
    const reply = await get(`/v1/environments/${environmentId}/environment-variables`);
    assert.ok(Array.isArray(reply.json));
    const listed = reply.json.find((each) => getPath(each, 'key') === 'FORECAST_API_KEY');
    assert.equal(getPath(listed, 'value'), '********');
    assert.equal(reply.text.includes(value), false);
  });

  test('one invalid variable rejects all', async () => {
    const { environmentId } = variable('CACHE_SECONDS');
    const path = `/v1/environments/${environmentId}/environment-variables`;
    const before = toTexts((await get(path)).json).length;
    const taken = { key: 'CACHE_SECONDS', value: 'v', isSecret: false };
    const reply = await send('POST', path, { environmentVariables: [item, taken] });
    assert.equal(reply.status, 400);
    assert.equal(toTexts((await get(path)).json).length, before);
    assert.equal((await send('POST', path, { environmentVariables: [item] })).status, 200);
    assert.equal(toTexts((await get(path)).json).length, before + 1);
  });

  test('a host that does not resolve has its own code', async () => {
    const reply = await send('POST', '/v1/beacon/audits', { targetUrl: 'https://nowhere.invalid/mcp' });
    assert.deepEqual([reply.status, getPath(reply.json, 'code')], [400, 'DNS_RESOLUTION_FAILED']);
    assert.equal(
      (await send('POST', '/v1/beacon/audits', { targetUrl: 'http://plain.example.com' })).status,
      200,
    );
    assert.equal((await send('POST', '/v1/beacon/audits', { targetUrl: 'not a URL' })).status, 400);
    const excludeCategories = ['speed'];
    const targetUrl = 'https://a.example.com';
    assert.equal((await send('POST', '/v1/beacon/audits', { targetUrl, excludeCategories })).status, 400);
  });

  test('intentIds are 1 to 100, not empty, and must exist', async () => {
    const path = `/v1/environments/${productionId(service())}/intent-categories`;
    const create = (intentIds: unknown) => send('POST', path, { name: 'Trips', intentIds });
    for (const bad of [[], [''], Array.from({ length: 101 }, () => 'int_pack_for_trip')]) {
      assert.equal((await create(bad)).status, 400);
    }
    assert.deepEqual(getPath((await create(['int_unknown'])).json, 'code'), 'NOT_FOUND');
    assert.equal((await create(['int_pack_for_trip'])).status, 200);
  });
});
