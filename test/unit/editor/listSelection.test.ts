import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawSelection, findMoveTarget, ListSelection } from '../../../src/editor/webview/listSelection.ts';
import type { Move } from '../../../src/editor/webview/moves.ts';

/** Creates a selection in a list of letters. The returned list can be changed. */
function setUp(letters: string) {
  const list = [...letters];
  const selection = new ListSelection<string>((letter) => list.indexOf(letter));
  const describeSelection = () => {
    const { active = '-', anchor = '-', range } = selection;
    return `${active} ${anchor} ${range ? list.slice(range.first, range.last + 1).join('') : '-'}`;
  };
  return { list, selection, describeSelection };
}

describe('the selection of a list', () => {
  /** Actions and their results: the active row, the anchor, and the selected rows. `+` extends the selection. */
  const cases: readonly (readonly [actions: string, result: string])[] = [
    ['', '- - -'],
    ['c', 'c c c'],
    ['c e', 'e e e'],
    ['+c', 'c c c'],
    ['c +e', 'e c cde'],
    ['c +a', 'a c abc'],
    ['c +e +a', 'a c abc'],
    ['c +e d', 'd d d'],
    ['c +e d +b', 'b d bcd'],
    ['c +e clear', '- - -'],
    ['c clear +d', 'd d d'],
    ['x', 'x x -'],
    ['c +x', 'x c c'],
    ['x +c', 'c x c'],
  ];
  for (const [actions, result] of cases) {
    test(`after "${actions}" is "${result}"`, () => {
      const { selection, describeSelection } = setUp('abcdef');
      for (const action of actions.split(' ').filter(Boolean)) {
        if (action === 'clear') selection.clear();
        else selection.select(action.replace('+', ''), action.startsWith('+'));
      }
      assert.equal(describeSelection(), result);
    });
  }

  test('follows its rows when they move', () => {
    const { list, selection, describeSelection } = setUp('abcdef');
    selection.select('b');
    selection.select('d', true);
    list.unshift('y', 'z');
    assert.deepEqual([describeSelection(), selection.activeIndex], ['d b bcd', 5]);
    list.splice(list.indexOf('d'), 1);
    assert.deepEqual([describeSelection(), selection.activeIndex], ['d b b', -1]);
    list.push('d');
    assert.equal(describeSelection(), 'd b bcefd');
  });

  test('replaces its rows, and drops removed ones', () => {
    for (const [removed, result] of [
      ['', 'D B -'],
      ['d', 'B B -'],
      ['b', 'D D -'],
      ['bd', '- - -'],
    ] as const) {
      const { list, selection, describeSelection } = setUp('abcdef');
      selection.update(() => assert.fail('nothing is selected'));
      selection.select('b');
      selection.select('d', true);
      selection.update((letter) => (removed.includes(letter) ? undefined : letter.toUpperCase()));
      assert.equal(describeSelection(), result);
      list.splice(0, 6, ...'ABCDEF');
      assert.equal(selection.activeIndex, list.indexOf(selection.active ?? ''));
    }
  });

  test('can contain 0 as a row', () => {
    const selection = new ListSelection<number>((row) => row);
    selection.select(0);
    selection.select(2, true);
    selection.update((row) => row);
    assert.deepEqual([selection.anchor, selection.range], [0, { first: 0, last: 2 }]);
  });

  test('is drawn in the elements of its rows', () => {
    const { list, selection } = setUp('abcd');
    selection.select('b');
    selection.select('c', true);
    const drawn = list.map((_, index) => {
      let isActive = false;
      const classList = { toggle: (_name: string, isOn: boolean) => (isActive = isOn) };
      const root = { classList, ariaSelected: '' };
      drawSelection(root as unknown as HTMLElement, index, selection);
      return [isActive, root.ariaSelected];
    });
    assert.deepEqual(drawn, [
      [false, 'false'],
      [false, 'true'],
      [true, 'true'],
      [false, 'false'],
    ]);
  });
});

describe('the target of a key in a list', () => {
  const view = {
    getLastWholeRow: () => 6,
    countRowsInPage: (_index: number, move: Move) => (move === 'pageUp' ? 3 : 4),
  };
  const targets = (activeIndex: number) =>
    (['up', 'down', 'pageUp', 'pageDown', 'first', 'last'] as const).map((move) =>
      findMoveTarget(move, activeIndex, 10, view),
    );

  test('is relative to the active row, within the list', () => {
    assert.deepEqual(targets(5), [4, 6, 2, 9, 0, 9]);
    assert.deepEqual(targets(0), [0, 1, 0, 4, 0, 9]);
    assert.deepEqual(targets(9), [8, 9, 6, 9, 0, 9]);
  });

  test('is the last visible row for an arrow key if no row is active', () => {
    assert.deepEqual(targets(-1), [6, 6, 3, 9, 0, 9]);
  });
});
