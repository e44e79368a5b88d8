import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createUrlElicitation,
  getRequiredUrlElicitations,
} from '../../../../src/inspector/serverRequests/urlElicitation.ts';
import { createTestRequests, signal } from './createRequests.ts';

const server = 'https://mcp.example.com/mcp';
const asking = (fields: object = {}) => ({
  ...({ kind: 'elicitation', signal } as const),
  params: {
    mode: 'url',
    message: 'Pay.',
    url: 'https://mcp.example.com/pay?a=%20b',
    elicitationId: 'e1',
    ...fields,
  },
});

describe('a URL to visit', () => {
  const elsewhere = /not to the server \(mcp\.example\.com\)/;
  for (const [address, mayOpen, host, warns] of [
    ['https://mcp.example.com/pay', true, 'mcp.example.com', []],
    ['https://pay.example.com/', true, 'pay.example.com', [elsewhere]],
    ['https://mcp.example.com:8443/', true, 'mcp.example.com:8443', [elsewhere]],
    ['http://127.0.0.1:4100/visit', true, '127.0.0.1:4100', [/this machine/, elsewhere]],
    ['http://mcp.example.com/', false, 'mcp.example.com', [/isn't encrypted/, elsewhere]],
    ['https://аpple.com/', true, 'xn--pple-43d.com', [/another script/, elsewhere]],
    ['https://mcp.example.com@evil.com/', false, 'evil.com', [/before the host/, elsewhere]],
    ['javascript:alert(1)', false, '', [/web page/]],
    ['file:///etc/passwd', false, '', [/web page/]],
    ['vscode://extension/x', false, '', [/web page/]],
    ['nothing', false, '', [/web page/]],
  ] as const) {
    test(`${address} ${mayOpen ? 'may' : "can't"} be opened`, () => {
      const visit = createUrlElicitation(address, server, false);
      assert.deepEqual([visit.canOpen, visit.host], [mayOpen, host]);
      assert.equal(visit.warnings.length, warns.length, JSON.stringify(visit.warnings));
      for (const [at, pattern] of warns.entries()) assert.match(visit.warnings[at] ?? '', pattern);
      if (host !== '') assert.equal(visit.beforeHost + visit.host + visit.afterHost, new URL(address).href);
    });
  }

  test('of a server process is not compared with a host', () => {
    const entry = 'file:///work/.vscode/mcp.json#one';
    for (const address of ['https://pay.example.com/', 'http://127.0.0.1:4100/visit']) {
      assert.deepEqual(createUrlElicitation(address, entry, false).warnings, []);
    }
  });

  test('of a server on this machine has no warning about this machine', () => {
    assert.deepEqual(
      createUrlElicitation('http://localhost:1/x', 'http://localhost:1/mcp', false).warnings,
      [],
    );
  });
});

describe('a URL elicitation', () => {
  test('is accepted when the user opens the URL, and waits until the server reports its completion', async () => {
    const { requests, opened } = createTestRequests();
    const answer = requests.add(asking());
    const phase = () => requests.all[0]?.urlElicitation?.phase;
    // As the protocol has it, what isn't expected is ignored.
    requests.completeElicitation('other');
    assert.deepEqual([opened, phase()], [[], 'asked']);
    await requests.openUrl(1);
    assert.deepEqual(opened, ['https://mcp.example.com/pay?a=%20b']);
    assert.deepEqual(await answer, { action: 'accept' });
    assert.equal(phase(), 'waiting');
    requests.completeElicitation('other');
    assert.equal(phase(), 'waiting');
    requests.completeElicitation('e1');
    assert.equal(phase(), 'done');
    requests.answer(1, 'cancel', undefined);
    assert.deepEqual(requests.all, []);
  });

  test('is complete at once if the server has reported it, and removed if the server never will', async () => {
    const { requests } = createTestRequests();
    const answers = [requests.add(asking()), requests.add(asking({ elicitationId: undefined }))];
    requests.completeElicitation('e1');
    assert.equal(requests.all[0]?.urlElicitation?.phase, 'asked');
    await requests.openUrl(1);
    await requests.openUrl(2);
    assert.deepEqual(await Promise.all(answers), [{ action: 'accept' }, { action: 'accept' }]);
    assert.deepEqual(
      requests.all.map(({ id, urlElicitation }) => [id, urlElicitation?.phase]),
      [[1, 'done']],
    );
  });

  test('stays open if the browser is not opened, and can be declined or canceled', async () => {
    const { requests } = createTestRequests({ openUrl: async () => false });
    for (const [at, action] of (['decline', 'cancel'] as const).entries()) {
      const answer = requests.add(asking());
      await requests.openUrl(at + 1);
      assert.equal(requests.all[0]?.urlElicitation?.phase, 'asked');
      requests.answer(at + 1, action, undefined);
      assert.deepEqual(await answer, { action });
    }
  });

  test('never opens an unsafe URL', async () => {
    const { requests, opened } = createTestRequests();
    void requests.add(asking({ url: 'http://mcp.example.com/pay' }));
    await requests.openUrl(1);
    assert.deepEqual([opened, requests.all[0]?.urlElicitation?.phase], [[], 'asked']);
  });

  test('is listed if a call requires it, and no response is sent to the server', async () => {
    const { requests, opened } = createTestRequests();
    const { params } = asking();
    const error = Object.assign(new Error('required'), { code: -32042, data: { elicitations: [params] } });
    assert.deepEqual(getRequiredUrlElicitations(error), [params]);
    assert.deepEqual(getRequiredUrlElicitations(new Error('other')), []);
    assert.deepEqual(getRequiredUrlElicitations(Object.assign(new Error('other'), { code: -32042 })), []);
    requests.addRequiredElicitations(getRequiredUrlElicitations(error));
    assert.equal(requests.all[0]?.urlElicitation?.isRequired, true);
    await requests.openUrl(1);
    assert.equal(opened.length, 1);
    requests.completeElicitation('e1');
    assert.equal(requests.all[0]?.urlElicitation?.phase, 'done');
  });
});
