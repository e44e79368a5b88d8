import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ServerRequest } from '../../../../src/inspector/mcpConnection.ts';
import { createRequestRejecter } from '../../../../src/inspector/mcpTests/requestRejecter.ts';
import { createTestRequests, signal } from './createRequests.ts';

const kinds: readonly ServerRequest['kind'][] = ['elicitation', 'sampling', 'roots'];
const paramsOf = (kind: ServerRequest['kind'], text: string) =>
  kind === 'sampling' ? { messages: [{ role: 'user', content: { type: 'text', text } }] } : { message: text };

describe('requests from a server', () => {
  test('are rejected beyond the maximum number, and counted', async () => {
    for (const kind of kinds) {
      const { requests } = createTestRequests();
      const refused: unknown[] = [];
      for (let n = 0; n < 3000; n++) {
        requests
          .add({ kind, params: paramsOf(kind, 'x'.repeat(1000)), signal })
          .catch((error: unknown) => refused.push(Reflect.get(Object(error), 'code')));
      }
      await Promise.resolve();
      assert.equal(requests.all.length, 20, kind);
      assert.ok(JSON.stringify(requests.all).length < 50_000, kind);
      assert.equal(requests.rejectedCount, 2980);
      await new Promise(setImmediate);
      assert.deepEqual([refused.length, new Set(refused)], [2980, new Set([-32000])]);
      for (const { id } of requests.all) requests.answer(id, 'decline', undefined);
      assert.equal(requests.rejectedCount, 0, 'once none waits');
    }
  });

  test('are rejected beyond the maximum total size', async () => {
    const { requests } = createTestRequests();
    const long = { message: 'x'.repeat(900_000) };
    const answers = Array.from({ length: 4 }, () =>
      requests.add({ kind: 'elicitation', params: long, signal }),
    );
    assert.equal(requests.all.length, 2);
    await assert.rejects(Promise.all(answers), { code: -32000 });
    requests.answer(1, 'decline', undefined);
    void requests.add({ kind: 'elicitation', params: long, signal });
    assert.equal(requests.all.length, 2, 'there is room again');
  });

  test('are reported once for each kind during a test', async () => {
    const refusals = createRequestRejecter();
    for (let n = 0; n < 3000; n++) {
      for (const kind of kinds) await refusals.answer({ kind, params: {}, signal }).catch(() => undefined);
    }
    assert.deepEqual(refusals.takeKinds(), kinds);
    assert.deepEqual(refusals.takeKinds(), []);
  });

  test('for URL elicitations are limited, and so are reports of their completion', () => {
    const { requests, changes } = createTestRequests();
    requests.addRequiredElicitations(
      Array.from({ length: 5000 }, (_, n) => ({ url: `https://example.com/${n}` })),
    );
    assert.deepEqual([requests.all.length, requests.rejectedCount], [20, 4980]);
    const before = changes();
    for (let n = 0; n < 10_000; n++) requests.completeElicitation(`never-asked-${n}`);
    assert.equal(changes(), before);
  });
});
