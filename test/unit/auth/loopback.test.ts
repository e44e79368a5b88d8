import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen } from '../../../src/auth/loopback.node.ts';

test('the page that the browser comes back to is chosen by the error, and shows nothing of the answer', async () => {
  for (const error of [undefined, 'access_denied', 'server_error']) {
    const loopback = await listen(0, (found) => ({ title: '<b>', text: `page for ${found ?? 'success'}` }));
    try {
      const url = new URL(loopback.redirectUri);
      url.search = '?state=the-state&error_description=the-description&code=the-code';
      if (error !== undefined) url.searchParams.set('error', error);
      const page = await (await fetch(url)).text();
      assert.ok(page.includes(`<p>page for ${error ?? 'success'}</p>`), page);
      assert.ok(page.includes('&lt;b>') && !page.includes('<b>'), page);
      assert.doesNotMatch(page, /the-(state|description|code)/);
      assert.equal((await loopback.answer).href, url.href);
    } finally {
      loopback.close();
    }
  }
});

test('a browser that comes after the end is told so, until the address is wanted again', async () => {
  const page = (title: string) => ({ title, text: '' });
  const first = await listen(0, () => page('back'));
  first.linger(page('over'));
  const read = async (): Promise<string> => (await fetch(`${first.redirectUri}?code=late`)).text();
  assert.match(await read(), /<h1>over<\/h1>/);
  const { port } = new URL(first.redirectUri);
  const second = await listen(Number(port), () => page('back'));
  try {
    assert.match(await read(), /<h1>back<\/h1>/);
  } finally {
    second.close();
  }
});
