import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { listen } from '../../../src/auth/loopback.node.ts';
import type { BrowserFlow } from '../../../src/inspector/signIn/grant.node.ts';
import { SignIn } from '../../../src/inspector/signIn/signIn.ts';
import { createSecrets } from '../../kit/fakeStores.ts';
import { createBrowser } from '../auth/browser.ts';
import { outcomes, startInspected } from './inspected.ts';

const pages = {
  createCompletedPage: () => ({ title: 'back', text: '' }),
  createExpiredPage: () => ({ title: 'over', text: '' }),
};

type Go = BrowserFlow['authorize'];

/** What is sent for tokens from now on. */
export function tokenRequests(t: TestContext): readonly URLSearchParams[] {
  const sent: URLSearchParams[] = [];
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', (...asked: Parameters<typeof fetch>) => {
    if (String(asked[0]).endsWith('/oidc/token')) sent.push(new URLSearchParams(String(asked[1]?.body)));
    return fetch(...asked);
  });
  return sent;
}

/** A server that wants a sign-in, and what a page of it has. The person signs in unless `browse` says otherwise. */
export async function startGuarded(t: TestContext) {
  const { service, session, url } = await startInspected(t);
  const secrets = createSecrets();
  const guarded = `${url}/guarded`;
  const lost: string[] = [];
  const visited: URL[] = [];
  /** Of all windows. */
  let turn: Promise<unknown> = Promise.resolve();
  const lease = <T>(_name: string, work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  /** A person with a browser; `change` makes another answer of the right one. */
  const person =
    (
      fields: Record<string, string> = { action: 'signIn', ...service.login },
      change?: (answer: URL) => void,
    ) =>
    async (back: Promise<URL>, to: URL): Promise<URL> => {
      visited.push(to);
      const answer = await createBrowser().signIn(to, fields);
      change?.(answer);
      await fetch(answer);
      return back;
    };
  const page = (goes: (back: Promise<URL>, to: URL) => Promise<URL> = person()) => {
    const signIn = new SignIn({
      url: guarded,
      secrets,
      lease,
      onLost: () => lost.push('lost'),
      async withBrowser(work) {
        const { redirectUri, waitForRedirect, close } = await listen(0, pages);
        const authorize: Go = (way) => goes(waitForRedirect(way.state), way.url);
        return work({ redirectUri, signal: new AbortController().signal, authorize }).finally(close);
      },
    });
    const { authorization } = signIn;
    return { signIn, session: session({ url: guarded, authorization }) };
  };
  /** As the sign-in is kept. */
  const kept = async () => {
    const text = await secrets.get(`hostedMcp.inspector.oauth:${guarded}`);
    return text === undefined ? undefined : JSON.parse(text);
  };
  /** The access token is good no more, as after an hour. */
  const spoil = async (): Promise<void> => {
    const grant = await kept();
    const tokens = { ...grant.tokens, access: `${grant.tokens.access}-old` };
    await secrets.store(`hostedMcp.inspector.oauth:${guarded}`, JSON.stringify({ ...grant, tokens }));
  };
  /** The server takes none of its tokens any more. */
  const revoke = async (): Promise<void> => {
    const { client, tokens } = await kept();
    const body = new URLSearchParams({ token: tokens.refresh, client_id: client.client_id });
    const { status } = await fetch(`${service.url}/oidc/token/revocation`, { method: 'POST', body });
    assert.equal(status, 200);
  };
  return { service, secrets, guarded, lost, visited, person, page, kept, spoil, revoke };
}

/** Of a page that has failed: whether it offers the sign-in. */
export const offers = ({ signIn, session }: ReturnType<Awaited<ReturnType<typeof startGuarded>>['page']>) =>
  signIn.isRequired && outcomes(session)['authorization'] === 'failed';

export type Started = Awaited<ReturnType<typeof startGuarded>>;
