import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createErrorSchema, responses } from '../../service/contract/responses.ts';
import type { OperationName } from '../../service/operation.ts';
import { operations } from '../../service/operations.ts';
import { useSignIn } from './signInFlow.ts';
import { getPath, type TestJson, type TestReply } from './support.ts';

const dayMs = 86_400_000;
const encode = encodeURIComponent;

const patterns = operations.map((operation) => ({
  name: operation.name,
  method: operation.method,
  path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function operationOf(method: string, path: string): OperationName {
  const minimalProject = path.split('?')[0] ?? '';
  const found = patterns.find((one) => one.method === method && one.path.test(minimalProject));
  assert.ok(found, `${method} ${path} is no operation`);
  return found.name;
}

const ids = (json: TestJson): string[] =>
  Array.isArray(json) ? json.map((one) => String(getPath(one, 'id'))) : [];

/** Starts a service and validates each of its responses with the interface description. */
function useChecked(options: Parameters<typeof useSignIn>[0]) {
  const { service, send, signIn } = useSignIn(options);
  /** The received responses, by operation and status. */
  const received = new Set<string>();
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    authorization?: string,
  ): Promise<TestReply> => {
    const operation = operationOf(method, path);
    const headers: Record<string, string> =
      authorization === undefined ? {} : { Authorization: `Bearer ${authorization}` };
    const reply = await send(method, path, body, headers);
    const schema = reply.status === 200 ? responses[operation] : createErrorSchema(operation);
    const issues = schema
      ?.safeParse(reply.json)
      .error?.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
    assert.deepEqual(issues ?? [], [], `${method} ${path}: ${reply.status}`);
    if (reply.status !== 200) assert.equal(getPath(reply.json, 'status'), reply.status);
    received.add(`${operation}: ${reply.status}`);
    return reply;
  };
  const done = async (...request: Parameters<typeof ask>): Promise<TestJson> => {
    const { status, json } = await ask(...request);
    assert.equal(status, 200, request.join(' '));
    return json;
  };
  const get = (path: string) => done('GET', path);
  return { service, signIn, ask, done, get, received };
}

type CheckedService = ReturnType<typeof useChecked>;

/** Reads everything. */
async function readAll({ service, get }: CheckedService): Promise<void> {
  await get('/v1/teams');
  for (const id of ids(await get('/v1/projects'))) {
    const project = `/v1/projects/${encode(id)}`;
    await get(project);
    const now = service().clock.now();
    for (const days of [1, 31]) {
      const span = `startTimestamp=${now - days * dayMs}&endTimestamp=${now}`;
      await get(`/v1/analytics/${encode(id)}?${span}&timeZone=Europe/Lisbon`);
    }
    for (const deploymentId of ids(await get(`${project}/deployments`))) {
      const deployment = `/v1/deployments/${encode(deploymentId)}`;
      await get(deployment);
      await get(`${deployment}/logs`);
    }
  }
  for (const id of service().world.environments.keys()) await readEnvironment(get, id);
  for (const id of service().world.audits.keys()) await get(`/v1/beacon/audits/${id}`);
}

async function readEnvironment(get: CheckedService['get'], id: string): Promise<void> {
  const environment = `/v1/environments/${encode(id)}`;
  await get(environment);
  for (const part of ['environment-variables', 'telemetry-destinations', 'playground', 'latest-logs']) {
    await get(`${environment}/${part}`);
  }
  let query = '';
  for (;;) {
    const token = getPath(await get(`${environment}/logs${query}`), 'nextToken');
    if (typeof token !== 'string') return;
    query = `?nextToken=${encode(token)}`;
  }
}

const variables = [
  { key: 'A_KEY', value: 'v', isSecret: false },
  { key: 'A_SECRET', value: 'v', isSecret: true },
];

/** Creates, changes, and deletes one record of each kind. */
async function changeAll({ service, ask, done, get, signIn }: CheckedService): Promise<void> {
  const pathname = await done('POST', '/v1/projects', { name: 'bare', runtime: 'node24' });
  const full = await done('POST', '/v1/projects', {
    name: 'full',
    runtime: 'python3.14',
    transport: 'sse',
    branchName: 'main',
    sourceRepository: 'octo-dev/new',
    rootDirectory: 'a',
    settings: { startCommand: 'run' },
    environmentVariables: variables,
  });
  const project = `/v1/projects/${getPath(full, 'id')}`;
  for (const fields of [
    { name: 'other' },
    { sourceRepository: 'octo-dev/other' },
    { sourceRepository: null },
  ]) {
    await done('PATCH', project, fields);
  }
  await done('DELETE', `/v1/projects/${getPath(pathname, 'id')}`);

  const created = await done('POST', '/v1/environments', {
    projectId: getPath(full, 'id'),
    name: 'staging',
    sourceBranch: 'develop',
    environmentVariables: variables,
  });
  const id = String(getPath(created, 'id'));
  const environment = `/v1/environments/${id}`;
  await get(project);
  const started = await done('POST', `${environment}/deploy`);
  assert.equal((await ask('POST', `${environment}/deploy`)).status, 409);
  await done('POST', '/v1/deployments/upload');
  for (let time = 0; time < 2; time++) {
    await get(project);
    await get(`/v1/deployments/${getPath(started, 'id')}`);
    await get(`/v1/deployments/${getPath(started, 'id')}/logs`);
    service().clock.advance(31_000);
  }

  await done('POST', `${environment}/environment-variables`, {
    environmentVariables: [{ key: 'PLAIN', value: 'v' }],
  });
  const [first = ''] = ids(await get(`${environment}/environment-variables`));
  await done('PATCH', `/v1/environment-variables/${first}`, {
    key: 'OTHER_KEY',
    value: 'w',
    isSecret: true,
  });
  await get(`${environment}/environment-variables`);
  await done('DELETE', `/v1/environment-variables/${first}`);

  await done('PUT', `${environment}/playground`, { isPlaygroundEnabled: true });
  await done('PUT', `${environment}/playground`, {
    name: 'n',
    description: 'd',
    headers: [{ name: 'x-a', description: '' }],
    examplePrompts: [{ title: 't', prompt: 'p' }],
  });
  await readEnvironment(get, id);

  const [intentId = ''] = [...service().world.environments.values()].flatMap(({ intentIds }) => [
    ...intentIds,
  ]);
  const owner = [...service().world.environments.values()].find(({ intentIds }) => intentIds.has(intentId));
  const categories = `/v1/environments/${encode(String(owner?.id))}/intent-categories`;
  const category = await done('POST', categories, { name: 'Travel' });
  await done('POST', `${categories}/${getPath(category, 'id')}/link`, { intentIds: [intentId] });
  await done('DELETE', `${categories}/${getPath(category, 'id')}`);

  await publish({ service, ask, done, get });
  await done('DELETE', environment);
  const { tokens } = await signIn();
  await done('GET', '/v1/tunnels/ticket', undefined, String(getPath(tokens.json, 'access_token')));
}

/** Publishes a server to the registry: as a dry run, twice, and with each error. */
async function publish({
  service,
  ask,
  done,
  get,
}: Pick<CheckedService, 'service' | 'ask' | 'done' | 'get'>) {
  const { projects, environments } = service().world;
  const project = [...projects.values()].find(({ name }) => name === 'weather-tools');
  const domains = environments.get(project?.productionId ?? '')?.domains ?? [];
  const domain = domains.find(({ status }) => status === 'deployed')?.domain ?? '';
  const pending = domains.find(({ status }) => status !== 'deployed')?.domain ?? '';
  const body = { projectId: project?.id, domain, title: 'Weather', description: 'Says the weather.' };
  const publishedPath = `/v1/distribution/get?projectId=${encode(String(project?.id))}&domain=`;
  const post = (more: object) => ask('POST', '/v1/distribution/publish', { ...body, ...more });
  assert.equal((await ask('GET', publishedPath + domain)).status, 404);
  assert.equal((await ask('GET', `${publishedPath}other.example.com`)).status, 404);
  assert.equal((await post({ dryRun: true })).status, 200);
  assert.equal((await ask('GET', publishedPath + domain)).status, 404);
  assert.equal((await post({ domain: 'other.example.com' })).status, 404);
  const wrong = await post({ domain: pending, iconSrc: 'http://example.com/i.png', dryRun: true });
  assert.deepEqual(getPath(wrong.json, 'data', 'issues', 0, 'path'), ['domain']);
  assert.deepEqual(getPath(wrong.json, 'data', 'issues', 1, 'path'), ['iconSrc']);
  assert.equal(wrong.status, 400);
  const more = { websiteUrl: 'https://example.com', iconSrc: 'https://example.com/i.png' };
  await done('POST', '/v1/distribution/publish', { ...body, ...more });
  assert.equal(getPath(await get(publishedPath + domain), 'serverFields', 'version'), '1.0.0');
  await done('POST', '/v1/distribution/publish', body);
  assert.equal(getPath(await get(publishedPath + domain), 'serverFields', 'version'), '1.1.0');
}

/** Audits servers of each kind, at each stage of an audit. */
async function audit({ service, done, get }: CheckedService): Promise<void> {
  const started = await Promise.all(
    ['mcp', 'auth', 'audit-fails', 'audit-rich', 'audit-odd', 'audit-many'].map((path) =>
      done('POST', '/v1/beacon/audits', {
        targetUrl: `https://weather.example.com/${path}`,
        excludeCategories: ['e2e'],
      }),
    ),
  );
  for (let time = 0; time < 3; time++) {
    for (const one of started) await get(`/v1/beacon/audits/${getPath(one, 'id')}`);
    service().clock.advance(5000);
  }
}

for (const seed of [1, 2, 7]) {
  describe(`the service with seed ${seed}`, () => {
    const checked = useChecked({ seed, projects: 3 });
    test('responds as its interface description specifies, without missing or additional fields', async () => {
      await readAll(checked);
      await changeAll(checked);
      await audit(checked);
      const answered = [...checked.received].flatMap((one) =>
        one.endsWith(': 200') ? one.slice(0, -5) : [],
      );
      assert.deepEqual(answered.toSorted(), Object.keys(responses).toSorted());
      assert.deepEqual(answered.toSorted(), operations.map(({ name }) => name).toSorted());
    });
  });
}

describe('an error', () => {
  const { service, ask, received } = useChecked({ seed: 3 });
  const wrong: Readonly<Record<string, unknown>> = { POST: [], PATCH: [], PUT: [] };

  test('of any operation is declared by it, or marked as undeclared', async () => {
    for (const { method, path } of operations) {
      const missing = path.replaceAll(/\{\w+\}/g, 'missing');
      await ask(method, missing, undefined, 'unknown');
      await ask(method, missing, wrong[method]);
      await ask(method, `${missing}?limit=0&level=INFO&status=failed&timeZone=UTC&since=`, wrong[method]);
    }
    const project = { name: 'x', runtime: 'node24' };
    await ask('POST', '/v1/projects', { ...project, teamId: 'team_without_access' });
    await ask('POST', '/v1/projects', { ...project, teamId: 'missing' });
    await ask('POST', '/v1/projects', '{"name": ');
    await ask('POST', '/v1/beacon/audits', { targetUrl: 'https://nowhere.invalid' });
    await ask('GET', '/v1/tunnels/ticket');
    const [production] = [...service().world.projects.values()].flatMap(
      ({ productionId }) => productionId ?? [],
    );
    const [other] = service().world.projects.values();
    Object.assign(other ?? {}, { teamId: 'team_without_access' });
    await ask('PATCH', `/v1/projects/${other?.id}`, { name: 'x' });
    await ask('PATCH', `/v1/projects/${other?.id}`, { name: 'x'.repeat(101) });
    await ask('POST', '/v1/distribution/publish', {
      projectId: other?.id,
      domain: 'x.example.com',
      title: 'x',
      description: 'x',
    });
    assert.ok(received.has('distribution.publish: 403'));
    assert.ok(received.has('projects.update: 403') && received.has('projects.update: 400'));
    await ask('DELETE', `/v1/environments/${production}`);
    await ask('GET', `/v1/environments/${production}/logs?since=`);
    await ask('POST', `/v1/environments/${production}/intent-categories`, {
      name: 'x',
      intentIds: ['missing'],
    });
    const statuses = new Set([...received].map((one) => one.split(': ').at(-1)));
    assert.deepEqual([...statuses].toSorted(), ['200', '400', '401', '403', '404', '500']);
    const unasked = operations.map(({ name }) => name).filter((name) => !received.has(`${name}: 401`));
    assert.deepEqual(unasked, []);
  });
});
