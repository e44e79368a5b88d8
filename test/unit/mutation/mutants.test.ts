import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { describe, test } from 'node:test';
import vm from 'node:vm';
import { insertSwitches } from '../../mutation/insertSwitches.ts';
import { applyMutant, findMutants, sampleMutants } from '../../mutation/mutants.ts';
import { formatMutant, formatMutantTable, type TestedMutant } from '../../mutation/table.ts';

const text = `
  function grade(points: number, best: number = 10): string {
    if (points < 0 || points > best) return 'none';
    return points + 2 >= best ? 'good' : 'fair';
  }
  [-1, 0, 7, 8, 10, 11].map((points) => grade(points)).join(' ');
`;
const mutants = findMutants('src/a/grade.ts', text).map((mutant, number) => ({ ...mutant, number }));

function answer(source: string, activeMutant?: number): unknown {
  const mutant = (number: number): boolean => number === activeMutant;
  return vm.runInNewContext(stripTypeScriptTypes(source), activeMutant === undefined ? {} : { mutant });
}

describe('mutants', () => {
  test('have their location', () => {
    assert.deepEqual(
      mutants.map(({ line, original }) => `${line} ${original}`),
      [
        '3 points < 0 || points > best',
        '3 points < 0 || points > best',
        ...['3 points < 0', '3 0', '3 points > best'],
        ...['4 points + 2 >= best', '4 points + 2', '4 2'],
      ],
    );
  });

  test('are all in one text, and have the same effect there as alone', () => {
    const all = insertSwitches(text, mutants);
    assert.equal(answer(all), 'none fair fair good good none');
    assert.equal(answer(all, -1), answer(text));
    const answers = mutants.map(({ number }) => answer(all, number));
    assert.deepEqual(
      answers,
      mutants.map((mutant) => answer(applyMutant(text, mutant))),
    );
    assert.ok(answers.every((one) => one !== answer(text)));
  });

  test('are selected by their seed, independently of the rest of the file', () => {
    const selected = sampleMutants(mutants, 1, 3);
    const names = (list: typeof selected) => list.map(({ original, mutated }) => `${original} ${mutated}`);
    assert.equal(selected.length, 3);
    assert.deepEqual(sampleMutants(mutants.toReversed(), 1, 3).toReversed(), selected);
    assert.deepEqual(
      names(sampleMutants(findMutants('src/a/grade.ts', `\n\n${text}`), 1, 3)),
      names(selected),
    );
    const seeds = [1, 2, 3, 4, 5].map((seed) => names(sampleMutants(mutants, seed, 3)).join());
    assert.ok(new Set(seeds).size > 1);
    assert.deepEqual(sampleMutants(mutants, 1, 99), mutants);
  });
});

describe('the report of mutants', () => {
  const createResult = (module: string, status: TestedMutant['status']): TestedMutant => ({
    module,
    status,
    path: `src/${module}/x.ts`,
    line: 3,
    start: 9,
    end: 14,
    original: 'a <\n  b',
    mutated: 'a <= b',
  });

  test('has a line for each module, and one with the totals', () => {
    const table = formatMutantTable([
      ...[createResult('a', 'killed'), createResult('a', 'timed out'), createResult('a', 'survived')],
      createResult('b', 'unreached'),
    ]);
    assert.deepEqual(table.split('\n').slice(2), [
      '| a | 3 | 1 | 1 | 1 | 0 | 66.7 % |',
      '| b | 1 | 0 | 0 | 0 | 1 | 0.0 % |',
      '| Total | 4 | 1 | 1 | 1 | 1 | 50.0 % |',
    ]);
  });

  test('has a line for each surviving mutant', () => {
    assert.equal(formatMutant(createResult('a', 'survived')), 'src/a/x.ts:3  a < b → a <= b');
    assert.equal(formatMutant(createResult('a', 'unreached')), 'src/a/x.ts:3  a < b → a <= b  (not reached)');
  });
});
