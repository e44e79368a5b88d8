import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { compareListings } from '../../../src/inspector/listingComparison.ts';
import { toListingResult } from '../../../src/inspector/readListing.ts';
import { createSnapshot, type Snapshot } from '../../../src/inspector/snapshots/snapshot.ts';
import { createSnapshotStore } from '../../../src/inspector/snapshots/snapshotStore.node.ts';
import { startInspected } from './inspected.ts';

const of = { baseUrl: 'https://a.example/v1', environmentId: 'env/1' };
const none = { tools: [], resources: [], templates: [], prompts: [] };

const snapshot = (at: number, more: Partial<Snapshot> = {}): Snapshot => ({
  at,
  protocolVersion: '2025-11-25',
  capabilities: {},
  offers: none,
  ...more,
});

async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'hm-snapshots-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = async (): Promise<readonly string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  return { store: createSnapshotStore(folder), files };
}

describe('snapshots', () => {
  test('are stored unchanged, the newest first, at most ten for each environment', async (t) => {
    const { store, files } = await setUp(t);
    const tool = { name: 'a', inputSchema: { type: 'object' }, _meta: { 'of.theirs': [1] } };
    for (let at = 1; at <= 12; at++) await store.save(of, snapshot(at, { deploymentId: `d${at}` }));
    const last = await store.save(of, snapshot(99, { offers: { ...none, tools: [tool] } }));
    const kept = await store.list(of);
    assert.deepEqual(
      kept.map(({ at, deploymentId }) => [at, deploymentId]),
      [[99, undefined], ...[12, 11, 10, 9, 8, 7, 6, 5, 4].map((at) => [at, `d${at}`])],
    );
    assert.deepEqual(kept[0], last);
    assert.deepEqual(kept[0]?.offers.tools, [tool]);
    assert.equal((await files()).length, 10, 'nothing else is left of writing them');
  });

  test('belong to one environment of one service, and are deleted with it', async (t) => {
    const { store, files } = await setUp(t);
    const others = [
      { ...of, environmentId: 'env/2' },
      { ...of, baseUrl: 'https://b.example' },
      { ...of, environmentId: '../../../up' },
    ];
    for (const one of [of, ...others]) await store.save(one, snapshot(1));
    assert.equal((await store.list({ ...of, baseUrl: 'https://a.example' })).length, 1, 'of the origin');
    await store.remove(of);
    assert.deepEqual(await store.list(of), []);
    for (const one of others) assert.equal((await store.list(one)).length, 1);
    assert.equal((await files()).length, 3, 'all of them below the folder');
    await store.remove(of);
  });

  test("that can't be read are left out, and a snapshot that is too large isn't stored", async (t) => {
    const { store, files } = await setUp(t);
    for (const at of [1, 2, 3]) await store.save(of, snapshot(at));
    const [first = '', second = ''] = (await files()).toSorted();
    await writeFile(first, (await readFile(first, 'utf8')).slice(0, -5));
    await writeFile(second, '{"at": "yesterday"}');
    assert.deepEqual(
      (await store.list(of)).map(({ at }) => at),
      [3],
    );
    const huge = { ...none, tools: [{ name: 'a', description: 'x'.repeat(8_000_000) }] };
    await assert.rejects(store.save(of, snapshot(4, { offers: huge })), { code: 'EFBIG' });
    assert.equal((await store.list(of)).length, 1);
  });

  test('contain the data of the server, and nothing that was sent to it', async (t) => {
    const { session, service } = await startInspected(t);
    const one = session({ headers: { 'X-Forecast-Key': 'the-secret-key' } });
    await one.connect();
    const read = toListingResult(one.state);
    assert.ok('connection' in read);
    const taken = createSnapshot(read.connection, read.lists, { at: 5, deploymentId: 'd' });
    assert.ok(service.mcp.list().length > 0);
    assert.equal(taken.server?.name, read.connection.server?.name);
    assert.ok(taken.offers.tools.length > 10 && taken.offers.prompts.length > 0);
    assert.ok(taken.offers.resources.length > 0 && taken.offers.templates.length > 0);
    assert.ok(!JSON.stringify(taken).includes('the-secret-key'));
    assert.ok(!JSON.stringify(taken).includes(read.connection.sessionId ?? 'no session'));
    const { groups, hasBreakingChanges } = compareListings(
      { title: '', isWithSnapshot: true },
      taken.offers,
      taken.offers,
    );
    assert.deepEqual([groups, hasBreakingChanges], [[], false]);
  });

  test('require all lists, and report the reason if a list failed', async (t) => {
    const { session } = await startInspected(t);
    const one = session();
    assert.ok('failure' in toListingResult(one.state));
    await one.connect();
    const { lists } = one.state;
    const broken = { ...one.state, lists: { ...lists, prompt: { items: [], failure: 'no prompts today' } } };
    assert.deepEqual(toListingResult(broken), { failure: 'no prompts today', failedStep: undefined });
  });
});
