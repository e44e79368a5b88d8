import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type AuthSession,
  type ChosenAccounts,
  compareSessions,
  endSession,
  hasSessionEnded,
  parseSession,
  parseSessionIds,
  selectSession,
} from '../../../src/auth/session.ts';
import { session } from '../../kit/session.ts';

describe('a stored session', () => {
  test('is the same after it is written and read', () => {
    const user = session('2', {
      kind: 'user',
      expiresAt: 5,
      renewAt: 4,
      refresh: { token: 'r', issuer: 'i', clientId: 'c', resource: 'x' },
    });
    for (const one of [session('1'), user, endSession(user)]) {
      assert.deepEqual(parseSession(JSON.stringify(one)), one);
    }
  });

  test('of another structure is undefined, without an error', () => {
    for (const text of ['', 'null', '{}', '[1]', '{"id":"1"}', '<html>', '{"accessToken":""}']) {
      assert.equal(parseSession(text), undefined, text);
    }
    for (const text of ['', 'null', '{}', '[1]', '[""]', '<html>'])
      assert.equal(parseSessionIds(text), undefined, text);
    assert.deepEqual(parseSessionIds('["a","b"]'), ['a', 'b']);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        assert.equal(parseSession(text), undefined);
        const read = parseSessionIds(text);
        assert.ok(read === undefined || Array.isArray(read));
      }),
    );
  });

  test('with a missing field or a field of another type is undefined', () => {
    const whole = session('1', {
      kind: 'user',
      expiresAt: 5,
      renewAt: 4,
      refresh: { token: 'r', issuer: 'i', clientId: 'c', resource: 'x' },
    });
    const { account, refresh } = whole;
    const broken: readonly object[] = [
      ...Object.keys(whole).flatMap((name) => [{ [name]: null }, { [name]: [1] }]),
      ...['id', 'kind', 'origin', 'account', 'generation', 'accessToken', 'createdAt'].map((name) => ({
        [name]: undefined,
      })),
      ...[{ id: '' }, { kind: 'other' }, { generation: '1' }, { expiresAt: '5' }],
      ...['id', 'label'].map((name) => ({ account: { ...account, [name]: 1 } })),
      ...['token', 'issuer', 'clientId', 'resource'].map((name) => ({ refresh: { ...refresh, [name]: 1 } })),
    ];
    assert.deepEqual(parseSession(JSON.stringify(whole)), whole);
    for (const change of broken) {
      const text = JSON.stringify({ ...whole, ...change });
      assert.equal(parseSession(text), undefined, text);
    }
  });

  test('that has ended contains its account but no secrets', () => {
    const over = endSession(
      session('1', {
        expiresAt: 1,
        renewAt: 1,
        refresh: { token: 'secret', issuer: '', clientId: '', resource: '' },
      }),
    );
    assert.ok(hasSessionEnded(over) && !hasSessionEnded(session('1')));
    assert.doesNotMatch(JSON.stringify(over), /token-1|secret/);
    assert.deepEqual(over.account, session('1').account);
  });
});

describe('the session for a request', () => {
  test('has the same origin, whatever other sessions exist', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            id: fc.string(),
            kind: fc.constantFrom('user' as const, 'apiKey' as const),
            origin: fc.constantFrom('https://a.example', 'https://b.example', 'http://127.0.0.1:1'),
            createdAt: fc.nat(),
          }),
        ),
        (parts) => {
          const list = parts.map(({ id, ...more }) => session(id, more));
          const found = selectSession(list, 'https://a.example', 'any');
          assert.equal(found === undefined, !list.some(({ origin }) => origin === 'https://a.example'));
          if (found) assert.equal(found.origin, 'https://a.example');
        },
      ),
    );
  });

  const user = (id: string, more: Partial<AuthSession> = {}): AuthSession =>
    session(id, { kind: 'user', account: { id, label: id }, ...more });
  const key = session('key');
  const find = (list: readonly AuthSession[], scope: 'any' | 'user', choice?: ChosenAccounts) =>
    selectSession(list, 'https://a.example', scope, choice)?.id;

  test('is that of the oldest account until another is chosen, so that adding an account changes nothing', () => {
    assert.equal(find([user('later', { createdAt: 2 }), key], 'any'), 'key');
    assert.equal(find([user('later', { createdAt: 2 }), key], 'any', { any: 'user:later' }), 'later');
    assert.equal(find([key], 'any', { any: 'user:gone' }), 'key');
  });

  test('is that of a user if an API key is not accepted, with a separate choice', () => {
    const list = [key, user('one'), user('two', { createdAt: 2 })];
    assert.equal(find(list, 'user'), 'one');
    assert.equal(find(list, 'user', { any: 'apiKey:apiKey', user: 'user:two' }), 'two');
    assert.equal(find(list, 'any', { user: 'user:two' }), 'key');
    assert.equal(find(list, 'user', { any: 'user:one', user: 'user:two' }), 'one');
    assert.equal(find([key], 'user'), undefined);
  });

  test('has not ended, unless there is no other or it was chosen', () => {
    const over = endSession(user('over', { createdAt: 0 }));
    assert.equal(find([over, key], 'any'), 'key');
    assert.equal(find([over], 'any'), 'over');
    assert.equal(find([over, key], 'any', { any: 'user:over' }), 'over');
    // The account chosen for a ticket isn't replaced by another one.
    const list = [over, key, user('live')];
    assert.equal(find(list, 'user', { any: 'user:over', user: 'user:live' }), 'live');
    assert.equal(find(list, 'user', { any: 'user:over' }), 'over');
  });
});

test('a comparison returns added, removed, and changed sessions only', () => {
  const before = [session('same'), session('gone'), session('turned')];
  const after = [session('same'), session('turned', { accessToken: 'next' }), session('come')];
  const { added, removed, changed } = compareSessions(before, after);
  assert.deepEqual(
    [added, removed, changed].map((list) => list.map(({ id }) => id)),
    [['come'], ['gone'], ['turned']],
  );
  const over = compareSessions([session('1')], [endSession(session('1'))]);
  assert.deepEqual([over.added.length, over.removed.length, over.changed.length], [0, 1, 0]);
});
