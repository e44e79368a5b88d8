import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAccountChoices } from '../../../src/auth/accountChoices.ts';
import { createAccounts } from '../../../src/auth/accounts.ts';
import { createFallbackSecretStorage } from '../../../src/auth/fallbackSecretStorage.ts';
import { createRenewal } from '../../../src/auth/renewal.ts';
import { type AuthSession, endSession } from '../../../src/auth/session.ts';
import { createSessionStore } from '../../../src/auth/sessionStore.ts';
import * as kit from '../../kit/session.ts';
import { memorySecrets } from './memorySecrets.ts';

const a = 'https://a.example';
const b = 'https://b.example';

const session = (id: string, more: Partial<AuthSession> = {}): AuthSession =>
  kit.session(id, { kind: 'user', account: { id, label: `Account ${id}` }, createdAt: Number(id), ...more });

/** Creates accounts with secrets and a state in memory. */
function createWindow(
  state = new Map<string, unknown>(),
  shared = memorySecrets(),
  fixedSessions: readonly AuthSession[] = [],
) {
  const store = createSessionStore({
    storage: createFallbackSecretStorage(shared.secrets, () => assert.fail('kept')),
    fixedSessions,
    lease: (_name, work) => work(),
    warn: assert.fail,
  });
  shared.onDidChange((key) => store.handleSecretChange(key));
  const revoked: string[] = [];
  const used: string[] = [];
  const choices = createAccountChoices({
    keys: () => [...state.keys()],
    get: <T>(key: string, fallback?: T) => (state.get(key) as T | undefined) ?? fallback,
    update: async (key: string, value: unknown) => void state.set(key, value),
  } as never);
  const renewal = createRenewal({
    read: store.read,
    write: store.replace,
    lease: (_name, work) => work(),
    refresh: assert.fail,
    classifyError: () => 'temporary',
    now: Date.now,
    monotonicNow: () => performance.now(),
    random: () => 0,
    sleep: async () => undefined,
    isFocused: () => true,
    onFailure: () => assert.fail(),
  });
  const accounts = createAccounts({
    store,
    choices,
    renewal,
    revoke: async ({ id }) => {
      revoked.push(id);
    },
    onUseFixedSession: ({ id }) => used.push(id),
  });
  return { accounts, store, state, revoked, used };
}

describe('the accounts of services', () => {
  test('have a token only for their origin', async () => {
    const { accounts } = createWindow();
    await accounts.add(session('1'));
    await accounts.add(session('2', { origin: b }));
    assert.equal(await accounts.getToken(a, 'any', undefined), 'token-1');
    assert.equal(await accounts.getToken(b, 'any', undefined), 'token-2');
    for (const origin of [
      'https://a.example:444',
      'http://a.example',
      'https://a.example.evil',
      'https://c.example',
    ]) {
      assert.equal(await accounts.getToken(origin, 'any', undefined), undefined, origin);
    }
  });

  test('report that a key from an environment variable is about to be used', async () => {
    const { accounts, used } = createWindow(undefined, undefined, [session('9', { kind: 'apiKey' })]);
    await accounts.list(a);
    await accounts.getChosen(a, 'any');
    assert.deepEqual(used, []);
    assert.equal(await accounts.getToken(a, 'any', undefined), 'token-9');
    assert.deepEqual(used, ['9']);
    await accounts.add(session('1'));
    await accounts.choose('1', 'any');
    assert.equal(await accounts.getToken(a, 'any', undefined), 'token-1');
    assert.deepEqual(used, ['9']);
  });

  test('are used as chosen, for each service separately, and after another sign-in', async () => {
    const { accounts } = createWindow();
    await accounts.add(session('1', { kind: 'apiKey' }));
    await accounts.add(session('2'));
    await accounts.add(session('3', { origin: b }));
    let told = 0;
    accounts.onDidChange(() => told++);
    await accounts.choose('2', 'any');
    await accounts.choose('2', 'any');
    assert.equal(told, 1);
    assert.equal((await accounts.getChosen(a, 'any'))?.label, 'Account 2');
    assert.equal((await accounts.getChosen(b, 'any'))?.label, 'Account 3');
    await accounts.add(session('9', { account: { id: '2', label: 'Account 2' } }));
    assert.equal((await accounts.getChosen(a, 'any'))?.id, '9');
  });

  test('are chosen for one window, and for windows that are opened later', async () => {
    const state = new Map<string, unknown>();
    const shared = memorySecrets();
    const [here, there] = [createWindow(state, shared), createWindow(state, shared)];
    await here.accounts.add(session('1'));
    await here.accounts.add(session('2'));
    assert.equal(await there.accounts.getToken(a, 'any', undefined), 'token-1');
    await here.accounts.choose('2', 'any');
    assert.equal(await here.accounts.getToken(a, 'any', undefined), 'token-2');
    // The account in the status bar is the one that requests use.
    assert.equal(await there.accounts.getToken(a, 'any', undefined), 'token-1');
    assert.equal(await createWindow(state, shared).accounts.getToken(a, 'any', undefined), 'token-2');
  });

  test('that are chosen for operations of a user do not affect other operations', async () => {
    const { accounts } = createWindow();
    await accounts.add(session('1', { kind: 'apiKey' }));
    await accounts.add(session('2'));
    await accounts.add(session('3'));
    await accounts.choose('3', 'user');
    assert.equal(await accounts.getToken(a, 'any', undefined), 'token-1');
    assert.equal(await accounts.getToken(a, 'user', undefined), 'token-3');
  });

  test('contain no secrets, and store none outside the secret storage', async () => {
    const { accounts, state } = createWindow();
    await accounts.add(
      session('1', { refresh: { token: 'refresh-1', issuer: a, clientId: 'c', resource: a } }),
    );
    await accounts.choose('1', 'any');
    const shown = JSON.stringify([await accounts.list(a), await accounts.getChosen(a, 'any'), [...state]]);
    assert.ok(shown.includes('Account 1'));
    assert.doesNotMatch(shown, /token-1|refresh-1/);
  });

  test('notify listeners if one is added, removed, or ended, but not if a token is renewed', async () => {
    const { accounts, store } = createWindow();
    let told = 0;
    accounts.onDidChange(() => told++);
    await accounts.add(session('1'));
    assert.equal(told, 1);
    await store.replace(session('1', { accessToken: 'renewed', generation: 1 }));
    assert.equal(told, 1);
    assert.equal(await accounts.getToken(a, 'any', undefined), 'renewed');
    await store.replace(endSession(session('1', { generation: 1 })));
    assert.equal(told, 2);
    assert.equal((await accounts.getChosen(a, 'any'))?.hasSessionEnded, true);
    assert.equal(await accounts.getToken(a, 'any', undefined), undefined);
    await accounts.signOut('1');
    assert.equal(told, 3);
  });

  test('are marked while the service rejects them, without a change of the accounts', async () => {
    const { accounts } = createWindow();
    await accounts.add(session('1'));
    let told = 0;
    accounts.onDidChange(assert.fail);
    accounts.onDidChangeRejected(() => told++);
    accounts.setRejected('1');
    accounts.setRejected('1');
    assert.equal((await accounts.getChosen(a, 'any'))?.isRejected, true);
    accounts.setRejected(undefined);
    assert.equal((await accounts.list(a))[0]?.isRejected, false);
    assert.equal(told, 2);
  });

  test('that are signed out are removed, and revoked at the authorization server', async () => {
    const { accounts, revoked } = createWindow();
    await accounts.add(session('1'));
    await accounts.signOut('1');
    assert.deepEqual(await accounts.list(a), []);
    assert.deepEqual(revoked, ['1']);
  });

  test('that sign in again leave no unused session behind', async () => {
    const { accounts, revoked } = createWindow();
    const { account } = session('1');
    await accounts.add(session('1'));
    await accounts.add(session('2'));
    assert.deepEqual(revoked, []);
    await accounts.add({ ...session('3'), account });
    assert.deepEqual(revoked, ['1']);
  });
});
