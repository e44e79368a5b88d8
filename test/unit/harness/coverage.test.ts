import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeCoverage, formatCoverage, mergeReports } from '../../coverage/table.ts';

const counts = (...arms: readonly number[]) => ({ s: { 0: arms[0] ?? 0 }, f: {}, b: { 0: arms } });

test('the counters of all suites are added, for each arm of a branch', () => {
  const merged = mergeReports(
    { 'src/a/x.ts': counts(1, 0) },
    { 'src/a/x.ts': counts(2, 0), 'src/b/y.ts': counts(0, 3) },
  );
  assert.deepEqual(merged, { 'src/a/x.ts': counts(3, 0), 'src/b/y.ts': counts(0, 3) });
});

test('the table has a line for each module, with all suites together and each suite', () => {
  const initial = { 'src/a/x.ts': counts(0, 0), 'src/a/z.ts': counts(0, 0), 'src/b.ts': counts() };
  const modules = computeCoverage(
    initial,
    new Map([
      ['unit', { 'src/a/x.ts': counts(1, 0) }],
      ['e2e', { 'src/a/x.ts': counts(4, 1) }],
    ]),
  );
  assert.equal(
    formatCoverage(modules),
    [
      '| Module | Branches | Covered | All suites | unit | e2e |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      '| a | 4 | 2 | 50.0 % | 25.0 % | 50.0 % |',
      '| b.ts | 0 | 0 | – | – | – |',
    ].join('\n'),
  );
});
