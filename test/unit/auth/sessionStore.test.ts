import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFallbackSecretStorage } from '../../../src/auth/fallbackSecretStorage.ts';
import { hasLostSessions, watchForLostSessions } from '../../../src/auth/lostSessions.ts';
import type { Lease } from '../../../src/auth/renewal.ts';
import { type AuthSession, endSession } from '../../../src/auth/session.ts';
import { createSessionStore, type SessionStore } from '../../../src/auth/sessionStore.ts';
import { flushPromises } from '../../kit/eventLoop.ts';
import { session } from '../../kit/session.ts';
import { memorySecrets } from './memorySecrets.ts';

/** The windows of a test share one lease, like those of an editor. */
function createWindows(shared = memorySecrets()) {
  let last: Promise<unknown> = Promise.resolve();
  const lease: Lease = (_name, work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const open = ({
    fixed = [] as readonly AuthSession[],
    warn = (text: string): void => assert.fail(text),
    notifyUnkept = (): void => assert.fail('kept'),
    secrets = shared.secrets,
  } = {}): SessionStore => {
    const store = createSessionStore({
      storage: createFallbackSecretStorage(secrets, notifyUnkept, async () => undefined),
      fixedSessions: fixed,
      lease,
      warn,
    });
    shared.onDidChange((key) => store.handleSecretChange(key));
    return store;
  };
  return { ...shared, open };
}

const ids = async (store: SessionStore): Promise<string[]> => (await store.list()).map(({ id }) => id);

/** Resolves with the next change that the store reports. */
const nextChange = (store: SessionStore) =>
  new Promise<string>((resolve) => {
    store.onDidChange(({ added, removed, changed }) =>
      resolve(`+${added.length} -${removed.length} ~${changed.length}`),
    );
  });

describe('the session store', () => {
  test('keeps sessions that two windows add at the same time', async () => {
    const { open } = createWindows();
    const [here, there] = [open(), open()];
    await Promise.all(['1', '2', '3', '4'].map((id, at) => (at % 2 ? here : there).add(session(id))));
    assert.deepEqual((await ids(here)).sort(), ['1', '2', '3', '4']);
    await there.remove('2');
    assert.deepEqual((await ids(there)).sort(), ['1', '3', '4']);
  });

  test('follows changes of another window, and reports only real differences', async () => {
    const { open } = createWindows();
    const [here, there] = [open(), open()];
    const come = nextChange(here);
    await there.add(session('1'));
    assert.equal(await come, '+1 -0 ~0');
    assert.deepEqual(await ids(here), ['1']);

    const next = nextChange(here);
    await there.replace(session('1'));
    await there.replace(session('1', { accessToken: 'renewed', generation: 1 }));
    assert.equal(await next, '+0 -0 ~1');

    const over = nextChange(here);
    await there.replace(endSession(session('1', { generation: 1 })));
    assert.equal(await over, '+0 -1 ~0');
    assert.deepEqual(await ids(here), ['1']);

    const gone = nextChange(here);
    await there.remove('1');
    assert.equal(await gone, '+0 -0 ~0');
    assert.deepEqual(await ids(here), []);
  });

  test('replaces the session of the same account, and deletes its secret', async () => {
    const { open, values } = createWindows();
    const store = open();
    const account = { id: 'same', label: 'Same' };
    await store.add(session('old', { account }));
    await store.add(session('new', { account }));
    assert.deepEqual(await ids(store), ['new']);
    assert.ok(![...values.values()].join().includes('token-old'));
    // Adding the same session again replaces nothing.
    await store.add(session('new', { account, accessToken: 'again' }));
    assert.deepEqual(await ids(store), ['new']);
    assert.equal((await store.read('new'))?.accessToken, 'again');
  });

  test('does not restore a session that was removed before its tokens were renewed', async () => {
    const { open, values } = createWindows();
    const [here, there] = [open(), open()];
    await here.add(session('1'));
    await there.remove('1');
    await here.replace(session('1', { accessToken: 'renewed', generation: 1 }));
    assert.deepEqual(await ids(here), []);
    assert.ok(![...values.values()].join().includes('renewed'));
    values.set('hostedMcp.session.1', JSON.stringify(session('1')));
    assert.equal(await here.read('1'), undefined);
  });

  test('does not restore a session that is removed while its tokens are stored', async () => {
    const { open, values, secrets } = createWindows();
    const there = open();
    let meanwhile = async (): Promise<void> => undefined;
    const store = async (key: string, value: string): Promise<void> => {
      await meanwhile();
      await secrets.store(key, value);
    };
    const here = open({ secrets: { ...secrets, store } });
    await here.add(session('1'));
    meanwhile = () => there.remove('1');
    await here.replace(session('1', { accessToken: 'renewed', generation: 1 }));
    assert.deepEqual(await ids(here), []);
    assert.ok(![...values.values()].join().includes('renewed'));
  });

  test('does not overwrite newer tokens of another window, at any time', async () => {
    const { open } = createWindows();
    const [here, there] = [open(), open()];
    await there.add(session('1'));
    await there.replace(session('1', { accessToken: 'newest', generation: 3 }));
    await here.replace(session('1', { accessToken: 'older', generation: 2 }));
    await here.replace(session('1', { accessToken: 'as new', generation: 3 }));
    await here.replace(endSession(session('1', { generation: 2 })));
    assert.equal((await here.read('1'))?.accessToken, 'newest');
    await here.replace(endSession(session('1', { generation: 3 })));
    assert.equal((await here.read('1'))?.accessToken, '');
    // A window that was rejected too early doesn't end a session that another one is still renewing.
    await here.replace(session('1', { accessToken: 'renewed', generation: 4 }));
    assert.equal((await there.read('1'))?.accessToken, 'renewed');
  });

  test('retries after a temporary failure of the storage, so that no window has used tokens', async () => {
    const { open, values, secrets } = createWindows();
    let failures = 0;
    const store = async (key: string, value: string): Promise<void> => {
      if (failures-- > 0) throw new Error('busy');
      await secrets.store(key, value);
    };
    const here = open({ secrets: { ...secrets, store } });
    await here.add(session('1'));
    failures = 2;
    await here.replace(session('1', { accessToken: 'renewed', generation: 1 }));
    assert.match(values.get('hostedMcp.session.1') ?? '', /renewed/);
  });

  test('adds unlisted sessions to the list of another window, and overwrites nothing', async () => {
    const { open, values, secrets } = createWindows();
    let isFull = true;
    const store = async (key: string, value: string): Promise<void> => {
      if (isFull) throw new Error('full');
      await secrets.store(key, value);
    };
    const here = open({ secrets: { ...secrets, store }, notifyUnkept: () => undefined });
    await here.add(session('1'));
    await open().add(session('2'));
    assert.deepEqual((await ids(here)).sort(), ['1', '2']);
    isFull = false;
    await here.add(session('3'));
    assert.deepEqual(JSON.parse(values.get('hostedMcp.sessions') ?? '').sort(), ['1', '2', '3']);
  });

  test('omits an unreadable session, warns without its text, and keeps the others', async () => {
    const { open, values } = createWindows();
    const before = open({ warn: () => undefined });
    await before.add(session('1'));
    await before.add(session('2'));
    values.set('hostedMcp.session.1', '{"accessToken":"top-secret"');
    const warnings: string[] = [];
    const store = open({ warn: (text) => warnings.push(text) });
    assert.deepEqual(await ids(store), ['2']);
    assert.equal(warnings.length, 1);
    assert.ok(!warnings.join().includes('top-secret'));

    values.set('hostedMcp.sessions', '<html>');
    const other = open({ warn: (text) => warnings.push(text) });
    assert.deepEqual(await ids(other), []);
    await other.add(session('3'));
    assert.deepEqual(await ids(other), ['3']);
  });

  test('signs no account out while the storage is unreadable', async () => {
    const { open, secrets, values } = createWindows();
    let isBroken = false;
    const broken = async (key: string) => {
      if (isBroken) throw new Error('locked');
      return secrets.get(key);
    };
    const store = open({
      secrets: { ...secrets, get: broken },
      warn: () => undefined,
      notifyUnkept: () => undefined,
    });
    await store.add(session('1'));
    store.onDidChange(({ removed }) => assert.equal(removed.length, 0));
    isBroken = true;
    await store.replace(session('1', { accessToken: 'x', generation: 1 })).catch(() => undefined);
    store.handleSecretChange('hostedMcp.sessions');
    await store.add(session('2'));
    assert.deepEqual(await ids(store), ['1', '2']);
    // The unreadable list wasn't overwritten, and is readable again.
    assert.equal(values.get('hostedMcp.sessions'), '["1"]');
    isBroken = false;
    assert.deepEqual(await ids(store), ['1', '2']);
  });

  test('lists the session of the sample until it is removed, and never stores it', async () => {
    const { open, values } = createWindows();
    const store = open({ fixed: [session('environment')] });
    let changes = 0;
    store.onDidChange(() => changes++);
    await store.setSampleSession(session('sample'));
    assert.deepEqual(await ids(store), ['environment', 'sample']);
    assert.ok(store.isFixed('sample'));
    assert.equal((await store.read('sample'))?.accessToken, 'token-sample');
    await store.setSampleSession(undefined);
    assert.deepEqual(await ids(store), ['environment']);
    assert.equal(await store.read('sample'), undefined);
    assert.equal(changes, 2);
    assert.ok(![...values.values()].join().includes('token-sample'));
  });

  test('lists sessions from environment variables and never stores them', async () => {
    const { open, values } = createWindows();
    const store = open({ fixed: [session('environment')] });
    await store.add(session('1'));
    assert.deepEqual(await ids(store), ['environment', '1']);
    assert.ok(store.isFixed('environment'));
    assert.ok(![...values.values()].join().includes('token-environment'));
  });
});

describe('an editor without a keyring', () => {
  for (const [name, secrets] of [
    [
      'that refuses to store',
      {
        get: async () => undefined,
        store: () => Promise.reject(new Error('no keyring')),
        delete: () => Promise.reject(new Error('no keyring')),
      },
    ],
    [
      'that loses what it stores',
      { get: async () => undefined, store: async () => {}, delete: async () => {} },
    ],
    [
      'that cannot be read',
      {
        get: () => Promise.reject(new Error('locked')),
        store: async () => assert.fail('written over what cannot be read'),
        delete: async () => undefined,
      },
    ],
  ] as const) {
    test(`${name} keeps sessions until the window closes, and notifies once`, async () => {
      let told = 0;
      const store = createWindows().open({ secrets, warn: () => undefined, notifyUnkept: () => told++ });
      await store.add(session('1'));
      await store.add(session('2'));
      assert.deepEqual(await ids(store), ['1', '2']);
      await store.replace(session('1', { accessToken: 'renewed', generation: 1 }));
      assert.equal((await store.read('1'))?.accessToken, 'renewed');
      await store.remove('1');
      assert.deepEqual(await ids(store), ['2']);
      assert.equal(told, 1);
    });
  }
});

describe('lost sessions', () => {
  /** Simulates a reload of the window. */
  async function reload(values: Map<string, string>, state: Map<string, unknown>): Promise<boolean> {
    const shared = memorySecrets();
    for (const [key, value] of values) shared.values.set(key, value);
    const store = createWindows(shared).open();
    let isTold = false;
    const memento = {
      keys: () => [...state.keys()],
      get: (key: string) => state.get(key),
      update: async (key: string, value: unknown) => void state.set(key, value),
    };
    await watchForLostSessions(store, memento as never, () => {
      isTold = true;
    });
    if (!(await store.list()).length && !shared.values.size) await store.add(session('1'));
    await flushPromises();
    values.clear();
    for (const [key, value] of shared.values) values.set(key, value);
    return isTold;
  }

  test('are reported once, and not after the user signed out', async () => {
    const values = new Map<string, string>();
    const state = new Map<string, unknown>();
    assert.equal(await reload(values, state), false);
    assert.equal(await reload(values, state), false);
    values.set('hostedMcp.sessions', '[]');
    assert.equal(await reload(values, state), false);
    values.clear();
    assert.equal(await reload(values, state), true);
    assert.equal(hasLostSessions({ get: (key: string) => state.get(key) } as never), true);
    values.clear();
    assert.equal(await reload(values, state), false);
  });
});
