import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSafeUrl } from '../../../src/api/baseUrl.ts';
import { createClient } from '../../../src/api/client.ts';
import { UploadError, uploadArchive } from '../../../src/api/upload.ts';
import { tarGz } from '../../kit/tarGz.ts';
import { getPath, useService } from '../service/support.ts';

const packed = tarGz({ 'package.json': '{}', 'src/index.js': 'x'.repeat(2_000) });

const sourceOf = (bytes: Uint8Array, size = bytes.byteLength) => ({
  size,
  read: () => new Blob([new Uint8Array(bytes)]).stream(),
});

const whole = new AbortController().signal;

async function kindOf(uploading: Promise<void>): Promise<string> {
  return uploading.then(
    () => 'arrived',
    (error: unknown) => {
      assert.ok(error instanceof UploadError);
      assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /artifacts|X-Signature|127\.0\.0\.1/);
      return error.kind;
    },
  );
}

describe('an upload', () => {
  const { service, send } = useService();
  const client = () => createClient({ baseUrl: service().url, getToken: async () => service().apiKey });
  const address = async () => {
    const { uploadUrl, token } = await client().deployments.uploadArtifact({});
    return { url: uploadUrl, archive: () => service().world.uploads.all.get(token)?.archive };
  };
  const fault = (met: object) =>
    service().faults.add({ match: { method: 'PUT', path: '/artifacts/' }, times: 1, ...met });

  test('goes to another origin, with its length and type, and no credential', async () => {
    const { url, archive } = await address();
    assert.notEqual(new URL(url).origin, service().url);
    const seen: number[] = [];
    await uploadArchive(url, sourceOf(packed), { signal: whole, onProgress: (bytes) => seen.push(bytes) });
    assert.equal(archive()?.size, packed.length);
    assert.deepEqual(
      archive()?.files.map(({ path }) => path),
      ['package.json', 'src/index.js'],
    );
    assert.equal(seen[0], 0);
    assert.equal(seen.at(-1), packed.length);
    assert.deepEqual(service().requests.list().at(-1)?.credential, 'none');
  });

  test('that fails tells how, and leaves nothing there', async () => {
    const wrongs: readonly [string, object][] = [
      ['network', { drop: 'beforeAnswer' }],
      ['network', { cutAtBytes: 0 }],
      ['network', { cutAtBytes: 100 }],
      ['network', { cutAtBytes: packed.length }],
      ['stalled', { hang: true }],
      ['rejected', { status: 403 }],
      ['rejected', { status: 404 }],
      ['tooLarge', { status: 413 }],
      ['server', { status: 500 }],
      ['server', { status: 503 }],
      ['invalidUrl', { status: 307, headers: { Location: 'http://store.example/a' }, times: 2 }],
      ['invalidUrl', { status: 307, times: 2 }],
    ];
    for (const [kind, met] of wrongs) {
      const { url, archive } = await address();
      fault(met);
      const uploading = uploadArchive(url, sourceOf(packed), {
        signal: whole,
        idleTimeoutMs: kind === 'stalled' ? 300 : 20_000,
      });
      assert.equal(await kindOf(uploading), kind, JSON.stringify(met));
      assert.equal(archive(), undefined);
      service().faults.clear();
    }
  });

  test('follows a redirect with all its bytes, and no circle', async () => {
    const { url, archive } = await address();
    fault({ status: 307, headers: { Location: url }, times: 2 });
    assert.equal(await kindOf(uploadArchive(url, sourceOf(packed), { signal: whole })), 'arrived');
    assert.equal(archive()?.size, packed.length);
    fault({ status: 308, headers: { Location: url }, times: 9 });
    assert.equal(await kindOf(uploadArchive(url, sourceOf(packed), { signal: whole })), 'invalidUrl');
    service().faults.clear();
  });

  test('can be canceled before and during the transfer', async () => {
    const { url, archive } = await address();
    assert.equal(
      await kindOf(uploadArchive(url, sourceOf(packed), { signal: AbortSignal.abort() })),
      'canceled',
    );
    const stop = new AbortController();
    fault({ hang: true });
    const onProgress = (bytes: number) => bytes > 0 && stop.abort();
    assert.equal(
      await kindOf(uploadArchive(url, sourceOf(packed), { signal: stop.signal, onProgress })),
      'canceled',
    );
    assert.equal(archive(), undefined);
  });

  test('of an archive that changed meanwhile is none', async () => {
    for (const size of [packed.length - 1, packed.length + 1]) {
      const { url, archive } = await address();
      assert.equal(
        await kindOf(uploadArchive(url, sourceOf(packed, size), { signal: whole })),
        'unreadableArchive',
      );
      assert.equal(archive(), undefined);
    }
    const { url } = await address();
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const source = { size: 9, read: () => new ReadableStream<Uint8Array>({ start: (to) => to.error(full) }) };
    assert.equal(await kindOf(uploadArchive(url, source, { signal: whole })), 'unreadableArchive');
  });

  test('goes only where it is encrypted, or to this machine', async () => {
    const good = ['https://a.example/b?c', 'http://127.0.0.1:1/a', 'http://localhost/a', 'http://[::1]:2/'];
    const bad = ['http://a.example/', 'ftp://a.example/', 'https://u:p@a.example/', 'a', '', 'file:///a'];
    assert.deepEqual(
      good.map((one) => isSafeUrl(one)),
      good.map(() => true),
    );
    assert.deepEqual(
      bad.map((one) => isSafeUrl(one)),
      bad.map(() => false),
    );
    const fetch = () => assert.fail('nothing is sent');
    for (const url of bad) {
      assert.equal(
        await kindOf(uploadArchive(url, sourceOf(packed), { signal: whole, fetch })),
        'invalidUrl',
      );
    }
  });

  test('is what is deployed, once; what is no archive fails and says so', async () => {
    const environment = [...service().world.environments.values()].find(({ name }) => name === 'staging');
    const deploy = (body: object) => send('POST', `/v1/environments/${environment?.id}/deploy`, body);
    const settings = { transport: 'stdio' };
    assert.equal((await deploy({ token: 'none', settings })).status, 400);
    const { uploadUrl, token } = await client().deployments.uploadArtifact({});
    assert.equal((await deploy({ token, settings })).status, 400);
    await uploadArchive(uploadUrl, sourceOf(packed), { signal: whole });
    assert.equal((await deploy({ token, settings: {} })).status, 400);
    const done = await deploy({ token, settings });
    assert.equal(done.status, 200);
    service().clock.advance(31_000);
    assert.equal((await deploy({ token, settings })).status, 400);
    const log = async (id: unknown) => (await send('GET', `/v1/deployments/${id}/logs`)).text;
    assert.match(await log(getPath(done.json, 'id')), /Unpacked 2 files/);

    for (const bytes of [Buffer.from('no archive'), packed.subarray(0, -30)]) {
      const next = await client().deployments.uploadArtifact({});
      await uploadArchive(next.uploadUrl, sourceOf(bytes), { signal: whole });
      const id = getPath((await deploy({ token: next.token, settings })).json, 'id');
      service().clock.advance(31_000);
      assert.equal(getPath((await send('GET', `/v1/deployments/${id}`)).json, 'status'), 'failed');
      assert.match(await log(id), /The archive is no whole gzip file/);
    }
    const late = await client().deployments.uploadArtifact({});
    service().clock.advance(16 * 60_000);
    assert.equal(
      await kindOf(uploadArchive(late.uploadUrl, sourceOf(packed), { signal: whole })),
      'rejected',
    );
  });
});
