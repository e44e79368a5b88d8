import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { listen, type RedirectPages } from '../../../src/auth/loopback.node.ts';

const pages: RedirectPages = {
  createCompletedPage: (error) => ({ title: '<b>', text: `page for ${error ?? 'success'}` }),
  createExpiredPage: (isWaiting) => ({ title: 'over', text: isWaiting ? 'still waiting' : 'not waiting' }),
};
const read = async (url: string | URL): Promise<string> => (await fetch(url)).text();

test('the page after a redirect depends on the error, and contains nothing of the redirect', async () => {
  for (const error of [undefined, 'access_denied', 'server_error']) {
    const loopback = await listen(0, pages);
    try {
      const answer = loopback.waitForRedirect('the-state');
      const url = new URL(loopback.redirectUri);
      url.search = '?state=the-state&error_description=the-description&code=the-code';
      if (error !== undefined) url.searchParams.set('error', error);
      const page = await read(url);
      assert.ok(page.includes(`<p>page for ${error ?? 'success'}</p>`), page);
      assert.ok(page.includes('&lt;b>') && !page.includes('<b>'), page);
      assert.doesNotMatch(page, /the-(state|description|code)/);
      assert.equal((await answer).href, url.href);
    } finally {
      loopback.close();
    }
  }
});

test('a late redirect gets a page about the expired sign-in, until the port is needed again', async () => {
  const first = await listen(0, pages);
  void first.waitForRedirect('a');
  first.linger();
  const late = `${first.redirectUri}?code=late&state=a`;
  assert.match(await read(late), /<h1>over<\/h1>/);
  const { port } = new URL(first.redirectUri);
  const second = await listen(Number(port), pages);
  try {
    void second.waitForRedirect('a');
    assert.match(await read(late), /page for success/);
  } finally {
    second.close();
  }
});

test('a redirect of another sign-in, or of none, is not accepted', async () => {
  const loopback = await listen(0, pages);
  try {
    assert.match(await read(`${loopback.redirectUri}?state=mine&code=early`), /<h1>over<\/h1>/);
    const answer = loopback.waitForRedirect('mine');
    for (const query of ['?state=other&code=x', '?code=x', '?error=access_denied', '', '?state=']) {
      assert.match(await read(loopback.redirectUri + query), /<h1>over<\/h1>/, query);
    }
    await read(`${loopback.redirectUri}?state=mine&code=right`);
    assert.equal((await answer).searchParams.get('code'), 'right');
  } finally {
    loopback.close();
  }
});

test('a request with an invalid URL is rejected, and the next one gets a response', async () => {
  const loopback = await listen(0, pages);
  try {
    const { port } = new URL(loopback.redirectUri);
    for (const path of ['//', '//[', 'http://[', '/\\']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      assert.match(await text(socket), /^HTTP\/1\.1 404 /, path);
    }
    const answer = loopback.waitForRedirect('mine');
    await read(`${loopback.redirectUri}?state=mine`);
    assert.ok(await answer);
  } finally {
    loopback.close();
  }
});

const foreign = ['?state=other&code=x', '?code=x', '?error=access_denied', '', '?state='];

async function begin(t: TestContext) {
  const loopback = await listen(0, pages);
  t.after(loopback.close);
  /** Returns the text of the page for each of these queries. */
  const texts = async (queries: readonly string[]): Promise<ReadonlySet<string | undefined>> => {
    const pagesRead = await Promise.all(queries.map((query) => read(loopback.redirectUri + query)));
    return new Set(pagesRead.map((page) => /<p>(.*)<\/p>/.exec(page)?.[1]));
  };
  return { loopback, texts };
}

test('a redirect of another sign-in gets a page about the pending one, as long as the editor waits', async (t) => {
  const { loopback, texts } = await begin(t);
  assert.deepEqual(await texts(foreign), new Set(['still waiting']), 'before the browser is sent');
  const answer = loopback.waitForRedirect('mine');
  assert.deepEqual(await texts(foreign), new Set(['still waiting']));
  assert.deepEqual(await texts(['?state=mine&code=right']), new Set(['page for success']));
  await answer;
  assert.deepEqual(await texts(foreign), new Set(['not waiting']), 'after the answer');
  void loopback.waitForRedirect('next');
  assert.deepEqual(await texts(['?state=mine&code=right', ...foreign]), new Set(['still waiting']));
  loopback.linger();
  assert.deepEqual(await texts(['?state=next&code=right', ...foreign]), new Set(['not waiting']));
});
