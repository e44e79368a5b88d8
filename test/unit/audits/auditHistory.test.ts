import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import fc from 'fast-check';
import type { Memento } from 'vscode';
import { AuditHistory } from '../../../src/audits/auditHistory.ts';
import type { AuditRecord } from '../../../src/audits/auditRecord.ts';
import { maxRecords, mergeRecords } from '../../../src/audits/mergeRecords.ts';
import { createMemento } from '../../kit/fakeStores.ts';
import { runOf } from './setUp.ts';

const service = 'https://api.example.com';

function windowOn(state: Memento, baseUrl: () => string | undefined = () => service) {
  let time = 0;
  return new AuditHistory({ state, baseUrl, now: () => ++time });
}

const idsOf = (history: AuditHistory): readonly string[] => history.list().map(({ id }) => id);

const anyRun: fc.Arbitrary<AuditRecord> = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    startedAt: fc.nat(5),
    changedAt: fc.nat(5),
    status: fc.constantFrom('pending', 'completed'),
    isRemoved: fc.boolean(),
  })
  .map(({ id, isRemoved, ...rest }) => runOf(id, { ...rest, ...(isRemoved && { isRemoved }) }));

describe('the history of audits', () => {
  it('has the newest first, each audit once, as it was written last', async () => {
    const history = windowOn(createMemento());
    await history.put(runOf('a', { startedAt: 1 }));
    await history.put(runOf('b', { startedAt: 2 }));
    await history.put(runOf('a', { startedAt: 1, status: 'completed' }));
    assert.deepEqual(idsOf(history), ['b', 'a']);
    assert.equal(history.get('a')?.status, 'completed');
  });

  it('survives a restart, and belongs to one service', async () => {
    const state = createMemento();
    await windowOn(state).put(runOf('a'));
    assert.deepEqual(idsOf(windowOn(state)), ['a']);
    assert.deepEqual(idsOf(windowOn(state, () => 'https://other.example.com')), []);
    let baseUrl: string | undefined = service;
    const history = windowOn(state, () => baseUrl);
    baseUrl = undefined;
    assert.deepEqual(idsOf(history), []);
  });

  it('loses nothing when another window writes at the same moment', async () => {
    const state = createMemento();
    const [one, other] = [windowOn(state), windowOn(state)];
    const [key = ''] = await one.put(runOf('a')).then(() => state.keys());
    const before = state.get(key);
    await other.put(runOf('b'));
    // What the first window had read is what it writes.
    await state.update(key, before);
    assert.deepEqual(idsOf(other).toSorted(), ['a', 'b']);
    assert.deepEqual(idsOf(one), ['a']);
    await other.sync();
    assert.deepEqual(idsOf(one).toSorted(), ['a', 'b']);
  });

  it('keeps what was removed away, whoever still knows it, until it is put back', async () => {
    const state = createMemento();
    const [one, other] = [windowOn(state), windowOn(state)];
    const run = runOf('a', { targetUrl: 'https://secret-host.example.com/' });
    await one.put(run);
    await other.remove(run);
    await one.put(runOf('b'));
    assert.deepEqual([idsOf(one), idsOf(other)], [['b'], ['b']]);
    assert.ok(!JSON.stringify(state.get(state.keys()[0] ?? '')).includes('secret-host'));
    await other.put(run);
    assert.deepEqual(idsOf(one).toSorted(), ['a', 'b']);
  });

  it('is bounded: the oldest go', async () => {
    const history = windowOn(createMemento());
    const runs = Array.from({ length: maxRecords + 5 }, (_, index) =>
      runOf(`a${index}`, { startedAt: index }),
    );
    await history.put(...runs);
    assert.equal(history.list().length, maxRecords);
    assert.equal(history.list().at(-1)?.id, 'a5');
  });

  it('reads what it can of what another version has stored', async () => {
    const state = createMemento();
    const stored = [null, 7, { id: 'x' }, { ...runOf('b'), excludeCategories: 'all' }, runOf('a')];
    await state.update(`audits ${service}`, stored);
    assert.deepEqual(idsOf(windowOn(state)), ['a']);
    await state.update(`audits ${service}`, { runs: [] });
    assert.deepEqual(idsOf(windowOn(state)), []);
  });

  it('is merged the same in any order, and once more changes nothing', () => {
    const runs = fc.array(anyRun);
    fc.assert(
      fc.property(runs, runs, runs, (a, b, c) => {
        const merged = mergeRecords(mergeRecords(a, b), c);
        assert.deepEqual(mergeRecords(a, mergeRecords(b, c)), merged);
        assert.deepEqual(mergeRecords(mergeRecords(c, b), a), merged);
        assert.deepEqual(mergeRecords(merged, a), merged);
        assert.equal(new Set(merged.map(({ id }) => id)).size, merged.length);
      }),
    );
  });
});
