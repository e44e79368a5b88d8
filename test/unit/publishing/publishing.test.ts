import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ServerFields } from '../../../src/api/distribution.ts';
import { ApiError } from '../../../src/api/errors.ts';
import { listDomains, listDomainsToQuery } from '../../../src/publishing/domains.ts';
import { PublicationHistory } from '../../../src/publishing/publicationHistory.ts';
import { findPublishedVersion } from '../../../src/publishing/publicationStatus.ts';
import { publishOnce, readPublished } from '../../../src/publishing/publishOnce.ts';
import { createRegistryPageUrl, formatServerJson } from '../../../src/publishing/serverText.ts';
import { createMemento } from '../../kit/fakeStores.ts';

const environment = {
  id: 'e1',
  name: 'production',
  urls: [],
  mcpServerUrl: 'https://e1.mcp.example.com/mcp',
};
const server: ServerFields = {
  name: 'com.example/mcp',
  version: '1.0.0',
  title: 'Weather',
  description: 'Says it.',
  icons: [],
  remotes: [],
};
const publication = { projectId: 'p1', domain: 'a.io', title: 'Weather', description: 'Says it.' };
const failure = (kind: ApiError['kind'], more: object = {}) =>
  new ApiError('failed', { kind, operation: 'o', method: 'POST', path: '/', ...more });

describe('the domains of a project', () => {
  test('are the deployed custom domains, shortest first, and then the host of production', () => {
    const domains = [
      { domain: 'weather.example.com', status: 'deployed' },
      { domain: 'pending.io', status: 'ongoing' },
      { domain: 'e1.mcp.example.com', status: 'deployed' },
      { domain: 'b.io', status: 'deployed' },
      { domain: 'a.io', status: 'deployed' },
      { domain: 'unsaid.io' },
    ];
    assert.deepEqual(listDomains({ productionEnvironment: { ...environment, domains } }), [
      ...['a.io', 'b.io', 'weather.example.com', 'e1.mcp.example.com'],
    ]);
  });

  test('are empty without production or without its URL', () => {
    assert.deepEqual(listDomains({}), []);
    const productionEnvironment = { ...environment, mcpServerUrl: 'no address', domains: [] };
    assert.deepEqual(listDomains({ productionEnvironment }), []);
  });

  test('are queried: three at most, those of earlier publications first, without removed ones', () => {
    const domains = ['a.io', 'b.io', 'c.io', 'd.io'].map((domain) => ({ domain, status: 'deployed' }));
    const asked = (here: readonly string[]) =>
      listDomainsToQuery({ productionEnvironment: { ...environment, domains } }, here);
    assert.deepEqual(asked([]), ['a.io', 'b.io', 'c.io']);
    assert.deepEqual(asked(['d.io', 'gone.io', 'b.io']), ['d.io', 'b.io', 'a.io']);
    assert.deepEqual(listDomainsToQuery({}, ['gone.io']), []);
  });
});

describe('a server.json', () => {
  test('contains the fields of the service without empty lists', () => {
    assert.deepEqual(JSON.parse(formatServerJson(server)), {
      name: 'com.example/mcp',
      version: '1.0.0',
      title: 'Weather',
      description: 'Says it.',
    });
  });

  test('has a registry page with the encoded name in its URL', () => {
    const page = 'https://registry.modelcontextprotocol.io/?q=com.example%2Fa%26b%20c';
    assert.equal(createRegistryPageUrl('com.example/a&b c'), page);
  });
});

describe('the history of publications from this editor', () => {
  test('is saved by service, project, and domain, newest first, with a limit', async () => {
    const memory = new PublicationHistory(createMemento());
    const add = (domain: string, version: string, projectId = 'p1') =>
      memory.add('https://a', { projectId, domain, version, at: 1 });
    await add('a.io', '1');
    await add('b.io', '1');
    await add('a.io', '2');
    const listed = memory.list('https://a', 'p1').map(({ domain, version }) => `${domain} ${version}`);
    assert.deepEqual(listed, ['a.io 2', 'b.io 1']);
    assert.deepEqual(memory.list('https://b', 'p1'), []);
    for (let count = 0; count < 200; count += 1) await add(`${count}.io`, '1', 'p2');
    assert.deepEqual(memory.list('https://a', 'p1'), []);
    assert.equal(memory.list('https://a', 'p2').length, 200);
    await memory.removeProject('https://a', 'p2');
    assert.deepEqual(memory.list('https://a', 'p2'), []);
  });
});

describe('a publication', () => {
  const outcome = async (error: ApiError, now: ServerFields | ApiError, before?: ServerFields) => {
    let reads = 0;
    const distribution = {
      publish: () => Promise.reject(error),
      get: async () => {
        reads += 1;
        if (now instanceof ApiError) throw now;
        return { serverFields: now };
      },
    };
    const { signal } = new AbortController();
    const { kind } = await publishOnce(distribution, publication, before, signal);
    return `${kind} after ${reads}`;
  };
  const lost = failure('network', { code: 'ECONNRESET' });

  test('is verified if its response is lost', async () => {
    assert.equal(await outcome(lost, server), 'found after 1');
    assert.equal(await outcome(failure('canceled'), server), 'found after 1');
    assert.equal(await outcome(lost, server, server), 'notFound after 1');
    assert.equal(await outcome(lost, { ...server, description: 'Other.' }), 'notFound after 1');
    assert.equal(await outcome(lost, { ...server, title: 'Other' }), 'notFound after 1');
    assert.equal(await outcome(lost, failure('notFound', { status: 404 })), 'notFound after 1');
    assert.equal(await outcome(lost, failure('server', { status: 500 })), 'unknown after 1');
  });

  test('is not verified if it is rejected', async () => {
    assert.equal(await outcome(failure('badRequest', { status: 400 }), server), 'notDone after 0');
    assert.equal(await outcome(failure('forbidden', { status: 403 }), server), 'notDone after 0');
  });
});

describe('the published version', () => {
  const read = (answer: ServerFields | ApiError) =>
    readPublished(
      {
        get: async () => {
          if (answer instanceof ApiError) throw answer;
          return { serverFields: answer };
        },
      },
      publication,
      {},
    );

  test('is undefined if the service has none, or a server without a version', async () => {
    assert.deepEqual(await read(server), server);
    const { version: _, ...unversioned } = server;
    assert.equal(await read(unversioned), undefined);
    assert.equal(await read(failure('notFound', { status: 404 })), undefined);
  });

  test('is unknown if it cannot be read', async () => {
    await assert.rejects(read(failure('notFound', { status: 404, isUnsupportedOperation: true })));
    await assert.rejects(read(failure('forbidden', { status: 403 })));
  });

  const at = Date.parse('2026-11-20T10:00:00.000Z');
  const here = [{ projectId: 'p1', domain: 'a.io', version: '1.0.0', at }];
  const fact = { domain: 'a.io', fields: { version: '1.0.0' } };
  const deployed = (completedAt: string, status = 'deployed') => ({
    productionState: { environmentId: 'e', id: 'd', status, completedAt },
  });

  test('is outdated if production was deployed after a publication from this editor', () => {
    const state = (project: object, known = fact) => findPublishedVersion(known, here, project);
    assert.deepEqual(state({}), { version: '1.0.0', publishedAt: at, isOutdated: false });
    assert.equal(state(deployed('2026-11-20T09:59:59.999Z')).isOutdated, false);
    assert.equal(state(deployed('2026-11-20T10:00:00.001Z')).isOutdated, true);
    assert.equal(state(deployed('2026-11-20T10:00:00.001Z', 'failed')).isOutdated, false);
    assert.equal(
      state({ productionState: { environmentId: 'e', id: 'd', status: 'deployed' } }).isOutdated,
      false,
    );
  });

  test('has no time if another user published it, and is not outdated', () => {
    const later = deployed('2027-01-01T00:00:00.000Z');
    const none = { version: '1.1.0', isOutdated: false };
    assert.deepEqual(
      findPublishedVersion({ domain: 'a.io', fields: { version: '1.1.0' } }, here, later),
      none,
    );
    const other = { domain: 'b.io', fields: { version: '1.0.0' } };
    assert.deepEqual(findPublishedVersion(other, here, later), { version: '1.0.0', isOutdated: false });
  });
});
