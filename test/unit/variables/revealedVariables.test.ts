import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { RevealedVariables } from '../../../src/variables/revealedVariables.ts';

describe('revealed variables', () => {
  const setUp = () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
    const changed = mock.fn();
    return { revealed: new RevealedVariables(changed), changes: () => changed.mock.callCount() };
  };

  test('are hidden after 30 seconds, each separately', () => {
    const { revealed, changes } = setUp();
    revealed.reveal('a');
    mock.timers.tick(20_000);
    revealed.reveal('b');
    mock.timers.tick(9_999);
    assert.ok(revealed.has('a'));
    assert.equal(changes(), 2);
    mock.timers.tick(1);
    assert.deepEqual([revealed.has('a'), revealed.has('b'), changes()], [false, true, 3]);
    mock.timers.tick(20_000);
    assert.deepEqual([revealed.has('b'), changes()], [false, 4]);
  });

  test('are revealed for the full time if they are revealed again', () => {
    const { revealed } = setUp();
    revealed.reveal('a');
    mock.timers.tick(29_000);
    revealed.reveal('a');
    mock.timers.tick(29_999);
    assert.ok(revealed.has('a'));
    mock.timers.tick(1);
    assert.ok(!revealed.has('a'));
  });

  test('are hidden together with one notification', () => {
    const { revealed, changes } = setUp();
    revealed.hideAll();
    assert.equal(changes(), 0);
    revealed.reveal('a');
    revealed.reveal('b');
    revealed.hideAll();
    assert.deepEqual([revealed.has('a'), revealed.has('b'), changes()], [false, false, 3]);
    mock.timers.tick(60_000);
    assert.equal(changes(), 3);
  });

  test('do not notify after they were cleared', () => {
    const { revealed, changes } = setUp();
    revealed.reveal('a');
    revealed.clear();
    mock.timers.tick(60_000);
    assert.deepEqual([revealed.has('a'), changes()], [false, 1]);
  });
});
