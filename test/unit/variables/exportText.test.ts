import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'dotenv';
import fc from 'fast-check';
import {
  classifyImport,
  findImportChanges,
  matchWithEnvironment,
} from '../../../src/variables/importExport/classifyImport.ts';
import {
  type FormatComment,
  formatExport,
  mergeExport,
  toExportLines,
} from '../../../src/variables/importExport/exportText.ts';
import { planSteps, type VariableStep } from '../../../src/variables/plan.ts';
import type { KnownVariable } from '../../../src/variables/variable.ts';
import { plainVariable, secretVariable } from '../../kit/variables.ts';
import { unusualText, unusualValue } from './unusualTexts.ts';

const comment: FormatComment = (key, reason) => `${key} is ${reason}: it's "only" named.`;
const unwritable = '\'"`#';

const exportAll = (...variables: KnownVariable[]) => formatExport(toExportLines(variables), comment);
const mergeInto = (text: string, ...variables: KnownVariable[]) =>
  mergeExport(text, toExportLines(variables), comment);

function planReimport(
  text: string,
  now: readonly KnownVariable[],
  isReplaced: boolean,
): readonly VariableStep[] {
  const match = matchWithEnvironment(classifyImport(text), { variables: now, isListedByService: true });
  return planSteps(now, findImportChanges(match, now, { isReplaced, secrets: new Set() })).steps;
}

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{1,8}$/);
const value = fc.oneof(unusualValue, fc.constant('<unchanged>'), fc.string({ unit: 'grapheme' }));
const variables = fc
  .dictionary(key, fc.record({ value, isSecret: fc.boolean() }), { maxKeys: 8 })
  .map((record) =>
    Object.entries(record).map(([name, one]) =>
      one.isSecret ? secretVariable(name) : plainVariable(name, one.value),
    ),
  );

describe('the text of an export', () => {
  test('has a line for each variable, in order, and a comment for each one without a value', () => {
    assert.equal(
      exportAll(
        plainVariable('AA', 'x y'),
        secretVariable('TOKEN'),
        plainVariable('ODD', unwritable),
        plainVariable('BB', 'one\ntwo'),
      ),
      [
        "AA='x y'",
        '# TOKEN is secret: it\'s "only" named.',
        '# ODD is unwritable: it\'s "only" named.',
        "BB='one\ntwo'",
        '',
      ].join('\n'),
    );
    assert.equal(
      exportAll({ id: '1', key: 'AA', isSecret: false }),
      '# AA is unknown: it\'s "only" named.\n',
    );
  });

  test('can be imported again without changes, with any values', () => {
    const seen = { written: 0, named: 0 };
    fc.assert(
      fc.property(variables, fc.boolean(), fc.constantFrom('', '\uFEFF'), (now, isReplaced, start) => {
        const text = start + exportAll(...now);
        assert.deepEqual(planReimport(text, now, isReplaced), []);
        for (const line of toExportLines(now)) {
          seen['text' in line ? 'written' : 'named']++;
          if ('text' in line) assert.equal(parse(text)[line.key], line.value);
        }
      }),
      { numRuns: 1000 },
    );
    assert.ok(seen.written > 700 && seen.named > 700, JSON.stringify(seen));
  });
});

describe('an export into an existing file', () => {
  test('changes the exported keys in place, and keeps everything else', () => {
    const before = '\uFEFF# mine\r\nexport LOCAL=1\r\nAA = old # why\r\n\r\nSAME="1"\r\n';
    assert.deepEqual(
      mergeInto(
        before,
        plainVariable('AA', 'new'),
        plainVariable('SAME', '1'),
        plainVariable('BB', '#'),
        secretVariable('TOKEN'),
      ),
      {
        text: `\uFEFF# mine\r\nexport LOCAL=1\r\nAA=new # why\r\n\r\nSAME="1"\r\nBB='#'\r\n# TOKEN is secret: it's "only" named.\r\n`,
        unchangedKeys: [],
      },
    );
  });

  test('keeps the values of keys without an exported value, and adds no comment twice', () => {
    const first = mergeInto('TOKEN=local\nLAST=1', secretVariable('TOKEN'), secretVariable('OTHER'));
    assert.deepEqual(first, {
      text: 'TOKEN=local\nLAST=1\n# OTHER is secret: it\'s "only" named.\n',
      unchangedKeys: ['TOKEN'],
    });
    assert.equal(
      mergeInto(first?.text ?? '', secretVariable('TOKEN'), secretVariable('OTHER'))?.text,
      first?.text,
    );
  });

  test('removes the rest of a truncated value', () => {
    assert.equal(mergeInto('AA=pass#word\n', plainVariable('AA', 'pass#word'))?.text, "AA='pass#word'\n");
    // dotenv already reads this value.
    assert.equal(mergeInto('AA=pass#word\n', plainVariable('AA', 'pass'))?.text, 'AA=pass#word\n');
  });

  test('fails if an unclosed quotation mark would contain an assignment', () => {
    assert.equal(mergeInto("OPEN='\nAA=1\n", plainVariable('AA', '#')), undefined);
    assert.equal(mergeInto("OPEN='\n", plainVariable('BB', '#')), undefined);
    assert.equal(mergeInto("OPEN='\n", plainVariable('BB', 'b'))?.text, "OPEN='\nBB=b\n");
    assert.equal(mergeInto('OPEN:', secretVariable('TOKEN')), undefined);
  });

  test('changes only the exported values, or fails', () => {
    const seen = { merged: 0, refused: 0 };
    fc.assert(
      fc.property(unusualText, variables, (text, now) => {
        const result = mergeInto(text, ...now);
        seen[result ? 'merged' : 'refused']++;
        if (!result) return;
        const ours = toExportLines(now).flatMap((line) => ('text' in line ? [[line.key, line.value]] : []));
        assert.deepEqual(parse(result.text), { ...parse(text), ...Object.fromEntries(ours) });
        assert.deepEqual(mergeInto(result.text, ...now)?.text, result.text);
      }),
      { numRuns: 1000 },
    );
    assert.ok(seen.merged > 500 && seen.refused > 3, JSON.stringify(seen));
  });

  test('never fails for a well-formed file', () => {
    fc.assert(
      fc.property(variables, variables, (there, now) => {
        const result = mergeInto(exportAll(...there), ...now);
        assert.ok(result);
        const { text, unchangedKeys } = result;
        const ours = new Set(now.map((one) => one.key).filter((name) => !unchangedKeys.includes(name)));
        assert.deepEqual(
          planReimport(text, now, false).filter((step) => ours.has(step.key)),
          [],
        );
      }),
      { numRuns: 1000 },
    );
  });
});
