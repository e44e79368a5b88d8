import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appendToBody, decodeBody, emptyBody, maxKeptBytes } from '../../../src/tunnels/client/exchange.ts';
import { RequestLog } from '../../../src/tunnels/requests/requestLog.ts';
import { createExchange, toKeptBody } from '../../kit/exchanges.ts';
import { createRandom } from '../../service/world/random.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const idsOf = (log: RequestLog): readonly number[] => log.list(0, log.lastId).map(({ id }) => id);

describe('a request log', () => {
  test('lists a request while it is open, and after its end', () => {
    const log = new RequestLog(true);
    const changed: number[] = [];
    const stop = log.listen((id) => changed.push(id));
    const open = createExchange(1, ping, { path: '/mcp?token=abc', requestBody: emptyBody });
    log.update(open);
    const base = { id: 1, startedAt: 1000, method: 'POST', path: '/mcp?token=•••' };
    assert.deepEqual(log.list(1, 1), [{ ...base, size: 0 }]);
    const received = { ...open, requestBody: createExchange(1, ping).requestBody };
    log.update(received);
    assert.deepEqual(log.list(1, 1), [{ ...base, size: 0 }], 'the body might be incomplete');
    const answered = { ...received, status: 200, responseBody: toKeptBody('{}') };
    log.update(answered);
    assert.deepEqual(log.list(1, 1), [{ ...base, rpcMethod: 'ping', status: 200, size: 2 }]);
    log.update({ ...answered, endedAt: 1250, failure: 'incomplete' });
    assert.deepEqual(log.list(1, 9), [
      { ...base, rpcMethod: 'ping', status: 200, size: 2, durationMs: 250, failure: 'incomplete' },
    ]);
    stop();
    log.update({ ...answered, endedAt: 1300 });
    assert.deepEqual(changed, [1, 1, 1, 1]);
  });

  test('lists the call of an open request whose length is known', () => {
    const log = new RequestLog(true);
    const exchange = createExchange(1, { ...ping, method: 'tools/call', params: { name: 'add' } });
    const length = String(exchange.requestBody.size);
    log.update({ ...exchange, requestHeaders: [...exchange.requestHeaders, 'Content-Length', length] });
    const [summary] = log.list(1, 1);
    assert.deepEqual([summary?.rpcMethod, summary?.target], ['tools/call', 'add']);
  });

  test('keeps no text that is longer than listed', () => {
    const log = new RequestLog(true);
    log.update(createExchange(1, ping, { path: `/${'a'.repeat(5000)}`, method: 'M'.repeat(100) }));
    assert.equal(log.list(1, 1)[0]?.path.length, 500);
    assert.equal(log.list(1, 1)[0]?.method.length, 20);
    assert.equal(log.getDetails(1)?.path.length, 5001);
  });

  test('ignores requests that were dropped, and that do not follow the last one', () => {
    const log = new RequestLog(true, { maxRequests: 20 });
    for (let id = 1; id <= 21; id++) log.update(createExchange(id, ping));
    assert.deepEqual([log.firstId, log.lastId], [3, 21]);
    log.update(createExchange(2, ping));
    log.update(createExchange(23, ping));
    assert.deepEqual([log.firstId, log.lastId, idsOf(log).length], [3, 21, 19]);
    assert.equal(log.getDetails(2), undefined);
    assert.ok(log.getDetails(3));
  });

  test('removes the content of bodies, and keeps no further content, when bodies are no longer kept', () => {
    const log = new RequestLog(true);
    const exchange = createExchange(1, ping, { status: 200, responseBody: toKeptBody('secret') });
    log.update(exchange);
    log.keepsBodies = false;
    log.update(exchange);
    log.update(createExchange(2, ping, { status: 200 }));
    for (const id of [1, 2]) {
      assert.deepEqual(log.getDetails(id)?.requestBody.chunks, []);
      assert.deepEqual(log.getDetails(id)?.responseBody.chunks, []);
      assert.equal(log.list(id, id)[0]?.rpcMethod, 'ping', 'the method remains');
    }
    assert.equal(log.getDetails(1)?.responseBody.size, 6);
    log.keepsBodies = true;
    log.update(createExchange(3, ping));
    assert.equal(decodeBody(log.getDetails(3)?.requestBody ?? emptyBody), JSON.stringify(ping));
  });

  test('has the same rows and limits after any order of updates', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed);
      const limits = { maxRequests: 10 + (seed % 20), maxDetailBytes: 3000 + 300 * (seed % 50) };
      const log = new RequestLog(seed % 3 !== 0, limits);
      const latest = new Map<number, number>();
      let lastId = 0;
      for (let step = 0; step < 100; step++) {
        const isNew = lastId === 0 || random.chance(0.5);
        const id = isNew ? ++lastId : random.int(1, lastId);
        const size = random.int(0, 500);
        if (random.chance(0.02)) log.keepsBodies = !log.keepsBodies;
        const isKnown = isNew || id >= log.firstId;
        log.update(createExchange(id, ping, { status: 200, responseBody: toKeptBody('x'.repeat(size)) }));
        if (isKnown) latest.set(id, size);
      }
      assert.equal(log.lastId, lastId);
      const ids = idsOf(log);
      assert.deepEqual(
        ids,
        Array.from({ length: lastId - log.firstId + 1 }, (_, index) => log.firstId + index),
      );
      assert.ok(ids.length <= limits.maxRequests && ids.length >= Math.min(lastId, limits.maxRequests * 0.8));
      for (const { id, size } of log.list(0, lastId))
        assert.equal(size, latest.get(id), `seed ${seed}, ${id}`);
      const details = Array.from({ length: lastId }, (_, index) => log.getDetails(index + 1)).flatMap(
        (one) => one ?? [],
      );
      const bytes = details.flatMap(({ requestBody, responseBody }) => [
        ...requestBody.chunks,
        ...responseBody.chunks,
      ]);
      assert.ok(bytes.reduce((sum, { length }) => sum + length, 0) <= limits.maxDetailBytes);
    }
  });
});

describe('a kept body', () => {
  test('has the beginning of the content, in few parts, however it arrives', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = createRandom(seed);
      let body = emptyBody;
      let content = '';
      while (content.length < maxKeptBytes * 1.1) {
        const text = random.text(random.int(1, 2 ** (seed % 12)));
        content += text;
        body = appendToBody(body, new TextEncoder().encode(text), true);
      }
      assert.equal(decodeBody(body), content.slice(0, maxKeptBytes));
      assert.equal(body.size, content.length);
      assert.ok(body.chunks.length < 400, `${body.chunks.length} parts`);
    }
  });
});
