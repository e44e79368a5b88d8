import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Session } from '../../src/auth/session.ts';
import { SessionStore } from '../../src/auth/sessionStore.ts';

/** Secret storage in memory, with the events of the real one. */
function memorySecrets(text?: string) {
  const values = new Map<string, string>(text === undefined ? [] : [['hostedMcp.sessions', text]]);
  const emitter = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const secrets: vscode.SecretStorage = {
    get: async (key) => values.get(key),
    store: async (key, value) => {
      values.set(key, value);
      emitter.fire({ key });
    },
    delete: async (key) => {
      values.delete(key);
      emitter.fire({ key });
    },
    onDidChange: emitter.event,
  };
  return { secrets, values };
}

const session = (id: string, accountId = id): Session => ({
  id,
  kind: 'apiKey',
  origin: 'https://a.example',
  account: { id: accountId, label: accountId },
  accessToken: `secret-${id}`,
  createdAt: 1,
});
const ids = async (store: SessionStore): Promise<string[]> => (await store.list()).map(({ id }) => id);

describe('the session store', () => {
  it('keeps what is added at the same time', async () => {
    const { secrets } = memorySecrets();
    const store = new SessionStore(secrets, [], assert.fail);
    await Promise.all(['1', '2', '3'].map((id) => store.add(session(id))));
    assert.deepEqual(await ids(store), ['1', '2', '3']);
    await store.remove('2');
    assert.deepEqual(await ids(store), ['1', '3']);
    store.dispose();
  });

  it('follows another window, and tells real differences only', async () => {
    const { secrets } = memorySecrets();
    const here = new SessionStore(secrets, [], assert.fail);
    const there = new SessionStore(secrets, [], assert.fail);
    const told: string[] = [];
    const seen = new Promise<void>((resolve) => {
      here.onDidChange(({ added, removed, changed }) => {
        told.push(`+${added.length} -${removed.length} ~${changed.length}`);
        resolve();
      });
    });
    await there.add(session('1'));
    await seen;
    assert.deepEqual(await ids(here), ['1']);
    await there.replace(session('1'));
    await here.remove('1');
    assert.deepEqual(told, ['+1 -0 ~0', '+0 -1 ~0']);
    here.dispose();
    there.dispose();
  });

  it('reads a corrupt store as signed out, says so without its text, and works again', async () => {
    const { secrets } = memorySecrets('{"accessToken":"top-secret"');
    const warnings: string[] = [];
    const store = new SessionStore(secrets, [], (text) => warnings.push(text));
    assert.deepEqual(await ids(store), []);
    assert.equal(warnings.length, 1);
    assert.ok(!warnings.join().includes('top-secret'));
    await store.add(session('1'));
    assert.deepEqual(await ids(store), ['1']);
    store.dispose();
  });

  it('shows sessions of the environment and never stores them', async () => {
    const { secrets, values } = memorySecrets();
    const store = new SessionStore(secrets, [session('environment')], assert.fail);
    await store.add(session('1'));
    assert.deepEqual(await ids(store), ['environment', '1']);
    assert.ok(store.isFixed('environment'));
    assert.ok(!values.get('hostedMcp.sessions')?.includes('secret-environment'));
    store.dispose();
  });
});
