import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  compareSessions,
  parseSessions,
  type Session,
  sessionFor,
  withSession,
} from '../../../src/auth/session.ts';

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  kind: 'apiKey',
  origin: 'https://a.example',
  account: { id: 'apiKey', label: 'API key' },
  accessToken: `token-${id}`,
  createdAt: 1,
  ...more,
});

describe('stored sessions', () => {
  test('survive writing and reading', () => {
    const list = [
      session('1'),
      session('2', {
        kind: 'user',
        expiresAt: 5,
        refresh: { token: 'r', issuer: 'i', clientId: 'c', resource: 'x' },
      }),
    ];
    assert.deepEqual(parseSessions(JSON.stringify(list)), list);
  });

  test('of any other shape read as none, without a throw', () => {
    for (const text of ['', 'null', '{}', '[1]', '[{"id":"1"}]', '<html>', '[{"accessToken":""}]']) {
      assert.equal(parseSessions(text), undefined, text);
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const read = parseSessions(text);
        assert.ok(read === undefined || Array.isArray(read));
      }),
    );
  });
});

describe('the session for a request', () => {
  test('is of the same origin, whatever else is there', () => {
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
          const found = sessionFor(list, 'https://a.example', 'any');
          assert.equal(found === undefined, !list.some(({ origin }) => origin === 'https://a.example'));
          if (found) assert.equal(found.origin, 'https://a.example');
        },
      ),
    );
  });

  test('is the one made last, and a user when a user is asked for', () => {
    const list = [session('1', { kind: 'user' }), session('2', { createdAt: 9 })];
    assert.equal(sessionFor(list, 'https://a.example', 'any')?.id, '2');
    assert.equal(sessionFor(list, 'https://a.example', 'user')?.id, '1');
    assert.equal(sessionFor([session('2')], 'https://a.example', 'user'), undefined);
  });
});

test('a new session replaces the one of the same account, origin and kind, and no other', () => {
  const list = [
    session('old'),
    session('user', { kind: 'user' }),
    session('elsewhere', { origin: 'https://b.example' }),
    session('other', { account: { id: 'another', label: '' } }),
  ];
  assert.deepEqual(
    withSession(list, session('new')).map(({ id }) => id),
    ['user', 'elsewhere', 'other', 'new'],
  );
});

test('a comparison tells what came, went and changed, and is silent about the rest', () => {
  const before = [session('same'), session('gone'), session('turned')];
  const after = [session('same'), session('turned', { accessToken: 'next' }), session('come')];
  const { added, removed, changed } = compareSessions(before, after);
  assert.deepEqual(
    [added, removed, changed].map((list) => list.map(({ id }) => id)),
    [['come'], ['gone'], ['turned']],
  );
});
