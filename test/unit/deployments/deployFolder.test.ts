import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createClient } from '../../../src/api/client.ts';
import { isApiError } from '../../../src/api/errors.ts';
import {
  type DeployFolderOutcome,
  type DeployFolderStep,
  deployFolder,
} from '../../../src/deployments/folder/deployFolder.ts';
import { createArchiveSource } from '../../../src/deployments/folder/pack.node.ts';
import {
  createUploadStateFinder,
  type UploadState,
  withUploadState,
} from '../../../src/deployments/folder/uploadState.ts';
import { tarGz } from '../../kit/tarGz.ts';
import type { Fault } from '../../service/faults.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import { findEnvironment, useService } from '../service/support.ts';

const archive = tarGz({ 'package.json': '{}', 'data.bin': randomBytes(300_000).toString('base64') });
const sha256 = createHash('sha256').update(archive).digest('hex');

/** The failures of one deployment. */
interface Case {
  readonly name: string;
  /** The step of the failure, or `started` if there is none. */
  readonly ends: DeployFolderStep | 'started';
  readonly result?: DeployFolderOutcome['result'];
  readonly fault?: Fault | readonly Fault[];
  /** The error that packing rejects with. */
  readonly packing?: string;
  /** The step, or the number of sent bytes, at which the deployment is canceled. */
  readonly cancelAt?: DeployFolderStep | number;
  /** Changes the archive after it was packed. */
  readonly spoil?: (path: string) => Promise<unknown>;
  /** Runs at the beginning of a step. */
  readonly at?: { readonly step: DeployFolderStep; readonly act: (world: Acts) => void };
}

interface Acts {
  readonly advance: (ms: number) => void;
  readonly startOther: () => void;
}

const put = { method: 'PUT', path: '/artifacts/' };
const ask = { method: 'POST', path: '/v1/deployments/upload' };
const deploy = { method: 'POST', path: '^/v1/environments/[^/]+/deploy$' };
const list = { method: 'GET', path: '^/v1/projects/[^/]+/deployments' };
const drops = ['beforeAnswer', 'afterHeaders', 'midBody', 'afterWork'] as const;
const hour = 3_600_000;

const faultAt = (
  ends: DeployFolderStep,
  match: object,
  met: Omit<Fault, 'match'>,
  more: Partial<Case> = {},
): Case => ({
  name: `${ends}: ${JSON.stringify(met)}`,
  ends,
  fault: { match, times: 9, ...met },
  ...more,
});

const cases: readonly Case[] = [
  ...['ENOSPC', 'EACCES', 'EIO', 'EMFILE', 'ENOENT'].map((code) => ({
    name: `pack: ${code}`,
    ends: 'pack' as const,
    packing: code,
  })),
  ...(['pack', 'uploadUrl', 'upload', 'deploy'] as const).map((step) => ({
    name: `${step}: cancelled when it begins`,
    ends: step,
    cancelAt: step,
    result: 'canceled' as const,
  })),

  ...drops.map((drop) => faultAt('uploadUrl', ask, { drop })),
  faultAt('uploadUrl', ask, { hang: true }),
  ...[400, 401, 403, 404, 409, 429, 500, 502, 503, 504].map((status) =>
    faultAt('uploadUrl', ask, { status }),
  ),
  ...[
    'no json',
    {},
    [],
    null,
    { uploadUrl: 'https://a.example/', token: '' },
    { uploadUrl: '', token: 'a', expiresAt: '2999-01-01T00:00:00Z' },
    { uploadUrl: 'https://a.example/', expiresAt: '2999-01-01T00:00:00Z' },
  ].map((body) => faultAt('uploadUrl', ask, { body })),
  faultAt('uploadUrl', ask, { status: 307, headers: { Location: 'https://a.example/' } }),
  ...[
    'http://store.example/a',
    'ftp://store.example/a',
    'file:///etc/a',
    'no address',
    'https://u:p@a.example',
  ].map((uploadUrl) =>
    faultAt('upload', ask, { body: { uploadUrl, token: 'a', expiresAt: '2999-01-01T00:00:00Z' } }),
  ),

  ...[0, 1, 100, 512, 65_536, 100_000, archive.length - 1, archive.length].map((cutAtBytes) =>
    faultAt('upload', put, { cutAtBytes }),
  ),
  ...drops.slice(0, 1).map((drop) => faultAt('upload', put, { drop })),
  // The store accepts the upload, but the connection is closed within the response.
  faultAt('upload', put, { status: 500, drop: 'afterHeaders' }),
  faultAt('upload', put, { status: 500, drop: 'midBody' }),
  faultAt('upload', put, { drop: 'afterWork' }),
  faultAt('upload', put, { hang: true }),
  ...[400, 401, 403, 404, 405, 408, 409, 411, 413, 416, 429, 500, 501, 502, 503, 504, 507].map((status) =>
    faultAt('upload', put, { status }),
  ),
  ...[
    {},
    { Location: 'http://store.example/' },
    { Location: 'file:///a' },
    { Location: '//u:p@a.example' },
  ].map((headers) => faultAt('upload', put, { status: 307, headers })),
  ...[301, 302, 303].map((status) =>
    faultAt('upload', put, { status, headers: { Location: 'https://a.example' } }),
  ),
  ...[0, 1, 70_000, 200_000, archive.length].map((cancelAt) => ({
    name: `upload: cancelled after ${cancelAt} bytes`,
    ends: 'upload' as const,
    cancelAt,
    result: 'canceled' as const,
    fault: { match: put, hang: true as const },
  })),
  { name: 'upload: the archive is gone', ends: 'upload', spoil: (path) => rm(path) },
  { name: 'upload: the archive is cut', ends: 'upload', spoil: (path) => truncate(path, 1000) },
  {
    name: 'upload: the archive is longer',
    ends: 'upload',
    spoil: (path) => truncate(path, archive.length + 9),
  },
  { name: 'upload: refused once', ends: 'started', fault: { match: put, times: 1, status: 403 } },
  {
    name: 'upload: the address has expired',
    ends: 'started',
    at: { step: 'upload', act: ({ advance }) => advance(16 * 60_000) },
  },
  { name: 'upload: slow', ends: 'started', fault: { match: put, delayMs: 100 } },
  { name: 'address: slow', ends: 'started', fault: { match: ask, delayMs: 100 } },

  faultAt('deploy', deploy, { drop: 'beforeAnswer' }, { result: 'notFound' }),
  faultAt('deploy', deploy, { drop: 'afterHeaders' }, { result: 'notFound' }),
  faultAt('deploy', deploy, { drop: 'midBody' }, { result: 'notFound' }),
  faultAt('deploy', deploy, { hang: true }, { result: 'notFound' }),
  ...[500, 502, 503, 504].map((status) => faultAt('deploy', deploy, { status }, { result: 'notFound' })),
  ...[400, 401, 403, 404, 422, 429].map((status) =>
    faultAt('deploy', deploy, { status }, { result: 'notStarted' }),
  ),
  ...['no json', {}, [], null, { id: '' }].map((body) =>
    faultAt('deploy', deploy, { body }, { result: 'notFound' }),
  ),
  faultAt('deploy', deploy, { status: 409 }, { result: 'running' }),
  faultAt(
    'deploy',
    deploy,
    { status: 307, headers: { Location: 'https://a.example' } },
    { result: 'notFound' },
  ),
  {
    name: 'deploy: its answer is lost',
    ends: 'started',
    fault: { match: deploy, times: 1, drop: 'afterWork' },
  },
  {
    name: 'deploy: its answer is lost, and so is what tells',
    ends: 'deploy',
    result: 'unknown',
    fault: [
      { match: deploy, times: 1, drop: 'afterWork' },
      // The first list is read before the request.
      { match: list, times: 1, delayMs: 0 },
      { match: list, times: 9, status: 500 },
    ],
  },
  ...[404, 500, 401].map((status) => faultAt('deploy', list, { status })),
  // An account without permission to list deployments can have permission to deploy.
  { name: 'deploy: the list is closed', ends: 'started', fault: { match: list, times: 9, status: 403 } },
  faultAt('deploy', list, { drop: 'midBody' }),
  faultAt('deploy', list, { hang: true }),
  {
    name: 'deploy: another one runs',
    ends: 'deploy',
    result: 'running',
    at: { step: 'deploy', act: ({ startOther }) => startOther() },
  },
  {
    name: 'deploy: the token has expired',
    ends: 'deploy',
    result: 'notStarted',
    at: { step: 'deploy', act: ({ advance }) => advance(2 * hour) },
  },
];

describe('a folder deployment', () => {
  const { service } = useService();
  const folder = mkdtempSync(join(tmpdir(), 'send-folder-'));
  after(() => rmSync(folder, { recursive: true }));

  /** Sets up one case in a service of its own. */
  function begin({ packing, cancelAt, at, spoil, fault }: Partial<Case>) {
    // The timeout is short only in cases without a response, because a busy machine is slow as well.
    const idleTimeoutMs = [fault ?? []].flat().some(({ hang }) => hang) ? 500 : 20_000;
    const environment = findEnvironment(service(), 'weather-tools', 'staging');
    const { world, clock } = service();
    const stop = new AbortController();
    const client = createClient({
      baseUrl: service().url,
      getToken: async () => service().apiKey,
      timing: { idleTimeoutMs, totalTimeoutMs: 4 * idleTimeoutMs, sleep: async () => undefined },
    });
    const before = new Set(environment.deploymentIds);
    const acts: Acts = {
      advance: (ms) => clock.advance(ms),
      startOther: () => startDeployment(world, environment),
    };
    let packs = 0;
    let hasActed = false;
    const pack = async () => {
      packs += 1;
      if (packing !== undefined) throw Object.assign(new Error('packing'), { code: packing });
      const path = join(folder, `${packs}.tar.gz`);
      writeFileSync(path, archive);
      await spoil?.(path);
      const dispose = () => rm(path, { force: true });
      return { size: archive.length, source: createArchiveSource({ path, size: archive.length }), dispose };
    };
    const listDeployments = async () => {
      const { projectId } = environment;
      try {
        return await client.deployments.list(projectId, { environmentId: environment.id });
      } catch (error) {
        if (isApiError(error, 'forbidden') || (isApiError(error) && error.isUnsupportedOperation))
          return undefined;
        throw error;
      }
    };
    const deps = {
      client,
      signal: stop.signal,
      pack,
      listDeployments,
      idleTimeoutMs,
      now: clock.now,
      sleep: async () => undefined,
      onStep: (step: DeployFolderStep) => {
        if (at?.step === step && !hasActed) {
          hasActed = true;
          at.act(acts);
        }
        if (cancelAt === step) stop.abort();
      },
      onProgress: (bytes: number) => {
        if (typeof cancelAt === 'number' && bytes >= cancelAt) stop.abort();
      },
    };
    const added = () => environment.deploymentIds.filter((id) => !before.has(id));
    return { environment, deps, added, packs: () => packs };
  }

  /** Checks that only a complete archive was deployed. */
  function check(sent: DeployFolderOutcome, added: readonly string[]): void {
    const ours = added.filter((id) => service().world.deployments.get(id)?.uploaded !== undefined);
    if (sent.result === 'started') {
      assert.deepEqual(ours, [sent.deployment.id]);
      const uploaded = service().world.deployments.get(sent.deployment.id)?.uploaded?.archive;
      assert.equal(uploaded?.sha256, sha256);
      assert.equal(uploaded?.problem, undefined);
    } else if (sent.result !== 'unknown') assert.deepEqual(ours, []);
  }

  function end(): void {
    service().faults.clear();
    service().clock.advance(hour);
  }

  const puts = (): number =>
    service()
      .requests.list()
      .filter(({ method }) => method === 'PUT').length;

  const settings = { transport: 'stdio' } as const;

  test(`has the expected outcome after each of ${cases.length} faults`, async (t) => {
    assert.ok(cases.length >= 100, String(cases.length));
    for (const one of cases) {
      await t.test(one.name, async () => {
        const { environment, deps, added, packs } = begin(one);
        for (const fault of [one.fault ?? []].flat()) service().faults.add(fault);
        const input = { environmentId: environment.id, settings };
        await withUploadState(async (work: UploadState) => {
          const sent = await deployFolder(input, work, deps);
          check(sent, added());
          const lands = sent.result === 'started' ? 'started' : sent.step;
          assert.equal(lands, one.ends, JSON.stringify(sent));
          if (one.result) assert.equal(sent.result, one.result);
          if (one.ends === 'started' || sent.result === 'unknown') return;

          // The next attempt has no failures, and uses the same archive.
          end();
          if (one.spoil) return;
          const packed = packs();
          const again = begin({});
          const { pack } = packed === 0 || one.packing ? again.deps : deps;
          const second = await deployFolder(input, work, { ...again.deps, pack });
          assert.equal(second.result, 'started', JSON.stringify(second));
          check(second, again.added());
          if (!one.packing && packed > 0) assert.equal(packs(), packed);
        });
        assert.deepEqual(readdirSync(folder), []);
        end();
      });
    }
  });

  test('is retried after an upload without packing or uploading again', async () => {
    const { environment, deps, packs } = begin({});
    const input = { environmentId: environment.id };
    service().requests.clear();
    service().faults.add({ match: deploy, times: 1, status: 403 });
    await withUploadState(async (work) => {
      assert.equal((await deployFolder(input, work, deps)).result, 'notStarted');
      assert.equal((await deployFolder(input, work, deps)).result, 'started');
    });
    assert.equal(packs(), 1);
    assert.equal(puts(), 1);
    end();
  });

  test('without prompts is retried with its token, or packed again if the token is no longer valid', async () => {
    const { environment, deps, packs } = begin({});
    const input = { environmentId: environment.id };
    const workOf = createUploadStateFinder();
    const call = (argument: unknown) =>
      withUploadState((work) => deployFolder(input, work, deps), workOf(argument));
    const argument = { confirmed: true };
    service().requests.clear();
    service().faults.add({ match: deploy, times: 2, status: 403 });
    assert.equal((await call(argument)).result, 'notStarted');
    assert.deepEqual(readdirSync(folder), []);
    assert.equal((await call(argument)).result, 'notStarted');
    assert.deepEqual([packs(), puts()], [1, 1]);
    service().clock.advance(2 * hour);
    assert.equal((await call(argument)).result, 'started');
    assert.deepEqual([packs(), puts()], [2, 2]);
    end();

    // A call with another argument has no upload.
    assert.equal((await call({ confirmed: true })).result, 'started');
    assert.deepEqual([packs(), puts()], [3, 3]);
    assert.deepEqual(readdirSync(folder), []);
    end();
  });

  test('is repeated automatically only if its token is from an earlier attempt', async () => {
    const { environment, deps } = begin({});
    const input = { environmentId: environment.id };
    service().requests.clear();
    service().faults.add({ match: deploy, status: 400 });
    const sent = await withUploadState((work) => deployFolder(input, work, deps));
    assert.equal(sent.result, 'notStarted');
    assert.equal(puts(), 1);
    end();
  });

  test('reports its steps, and the number of sent bytes', async () => {
    const { environment, deps } = begin({});
    const steps: DeployFolderStep[] = [];
    let last = 0;
    const onStep = (step: DeployFolderStep) => steps.push(step);
    const onProgress = (bytes: number, size: number) => {
      assert.equal(size, archive.length);
      last = bytes;
    };
    await withUploadState((work) =>
      deployFolder({ environmentId: environment.id }, work, { ...deps, onStep, onProgress }),
    );
    assert.deepEqual(steps, ['pack', 'uploadUrl', 'upload', 'deploy']);
    assert.equal(last, archive.length);
    end();
  });
});
