import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  classifyImport,
  findImportChanges,
  type ImportMatch,
  type ImportProblem,
  matchWithEnvironment,
} from '../../../src/variables/importExport/classifyImport.ts';
import { planSteps } from '../../../src/variables/plan.ts';
import type { KnownVariable, VariableList } from '../../../src/variables/variable.ts';
import { plainVariable, secretVariable } from '../../kit/variables.ts';

const describeProblems = (remarks: readonly ImportProblem[]): readonly string[] =>
  remarks.map(({ reason, key, line }) => `${line} ${key} ${reason}`);

const asListed = (...variables: KnownVariable[]): VariableList => ({ variables, isListedByService: true });

function getKeys(entries: ImportMatch['entries']): readonly string[] {
  return entries.map(({ key }) => key);
}

/** Returns the steps of an import, as `kind key=value`, with `!` after the value of a secret. */
function planImport(
  text: string,
  list: VariableList,
  { isReplaced = false, secrets = [] }: { isReplaced?: boolean; secrets?: readonly string[] } = {},
): readonly string[] {
  const match = matchWithEnvironment(classifyImport(text), list);
  const intent = findImportChanges(match, list.variables, { isReplaced, secrets: new Set(secrets) });
  return planSteps(list.variables, intent).steps.map((step) => {
    if (step.kind === 'remove') return `remove ${step.key}`;
    return `${step.kind} ${step.key}=${step.value ?? ''}${step.isSecret ? '!' : ''}`;
  });
}

describe('classifying a text to import', () => {
  test('is fast with many empty lines and many spellings of a key', () => {
    const text = `A=1${'\n'.repeat(300_000)}  # LATER: see below`;
    assert.deepEqual([...classifyImport(text).commentedKeys], ['LATER']);
    const spellings = Array.from({ length: 2 ** 14 }, (_, at) =>
      [...at.toString(2).padStart(14, '0')].map((bit) => (bit === '1' ? 'A' : 'a')).join(''),
    );
    const content = classifyImport(spellings.map((key) => `${key}_=1`).join('\n'));
    assert.equal(
      matchWithEnvironment(content, asListed(plainVariable('aA_'.padStart(15, 'a'), '1'))).warnings.length,
      2 ** 14,
    );
  });

  test('skips keys that the service does not accept, and empty values', () => {
    const {
      entries,
      skipped,
      warnings,
      keys: all,
    } = classifyImport(
      "\uFEFFA=1\r\nOK=1\r\nMY-KEY=1\r\nmy.key=1\r\n1ST=1\r\n_X=1\r\nEMPTY=\r\nexport ALSO='a\r\nb'\r\nQUOTED=''\r\nOK2=2",
    );
    assert.deepEqual(getKeys(entries), ['OK', 'ALSO', 'OK2']);
    assert.equal(entries[1]?.value, 'a\nb');
    assert.deepEqual(describeProblems(skipped), [
      '0 A badKey',
      '2 MY-KEY badKey',
      '3 my.key badKey',
      '4 1ST badKey',
      '5 _X badKey',
      '6 EMPTY empty',
      '9 QUOTED empty',
    ]);
    assert.deepEqual(warnings, []);
    assert.ok(all.has('EMPTY') && all.has('A'));
  });

  test('warns of repeated keys, keys that differ in letter case, truncated values, and stray lines', () => {
    const { entries, skipped, warnings } = classifyImport(
      ['KEY=1', 'what is this', 'Key=2', 'KEY=3', 'PASS=pass#word', "FINE='pass#word'", 'GONE=#word'].join(
        '\n',
      ),
    );
    assert.deepEqual(
      entries.map(({ key, value }) => [key, value]),
      [
        ['Key', '2'],
        ['KEY', '3'],
        ['PASS', 'pass'],
        ['FINE', 'pass#word'],
      ],
    );
    assert.deepEqual(describeProblems(warnings), [
      '0 KEY repeated',
      '1  stray',
      '3 KEY onlyCase',
      '4 PASS cut',
      '6 GONE cut',
    ]);
    assert.deepEqual(describeProblems(skipped), ['6 GONE empty']);
  });

  test('uses the last assignment of a key, even if an earlier one is invalid', () => {
    assert.deepEqual(describeProblems(classifyImport('KEY=\nKEY=1').skipped), []);
    assert.deepEqual(describeProblems(classifyImport('KEY=1\nKEY=').skipped), ['1 KEY empty']);
    assert.deepEqual(getKeys(classifyImport('KEY=1\nKEY=').entries), []);
  });

  test('recognizes variables that are marked as secrets', () => {
    const { entries } = classifyImport(
      'AA=1 # secret\nBB=2 # Secret: of ours\nCC=3 # secretary\nDD=4 # no secret\n',
    );
    assert.deepEqual(
      entries.filter(({ isMarkedSecret }) => isMarkedSecret).map(({ key }) => key),
      ['AA', 'BB'],
    );
  });

  test('finds no keys in a text without assignments', () => {
    for (const text of ['', '\uFEFF', '# A=1\n', 'just words\n'])
      assert.equal(classifyImport(text).keys.size, 0, text);
  });
});

describe('importing a text', () => {
  const list = asListed(
    plainVariable('SAME', '1'),
    plainVariable('OTHER', 'old'),
    secretVariable('TOKEN'),
    plainVariable('ONLY_THERE', 'x'),
  );
  const text = 'SAME=1\nOTHER=new\nTOKEN=t\nFRESH=f\nNEW_SECRET=s\n';

  test('adds and changes variables, and keeps the others', () => {
    assert.deepEqual(planImport(text, list, { secrets: ['NEW_SECRET'] }), [
      'add FRESH=f',
      'add NEW_SECRET=s!',
      'change OTHER=new',
      'change TOKEN=t!',
    ]);
  });

  test('deletes the others if they are to be replaced, but not those that are skipped', () => {
    assert.deepEqual(
      planImport(`${text}`, list, { isReplaced: true }).filter((step) => step.startsWith('remove')),
      ['remove ONLY_THERE'],
    );
    assert.deepEqual(
      planImport(`${text}ONLY_THERE=\n`, list, { isReplaced: true }).at(-1),
      'change TOKEN=t!',
    );
  });

  test('keeps a secret that a comment names, but deletes a plain variable that a comment names', () => {
    const content = "# TOKEN is a secret: the service doesn't give its value.\n# OTHER=old\nSAME=1\n";
    assert.deepEqual(planImport(content, list, { isReplaced: true }), ['remove OTHER', 'remove ONLY_THERE']);
    assert.deepEqual(matchWithEnvironment(classifyImport(content), list).undeletableKeys, ['TOKEN']);
  });

  test('does not change variables with the placeholder as their value', () => {
    assert.deepEqual(planImport('TOKEN=<unchanged>\nSAME=<unchanged>\n', list), []);
    assert.deepEqual(planImport('TOKEN=<unchanged>\n', list, { isReplaced: true }), [
      'remove SAME',
      'remove OTHER',
      'remove ONLY_THERE',
    ]);
    const { entries, skipped } = matchWithEnvironment(
      classifyImport("AA=1\nNOT_THERE='<unchanged>'\n"),
      list,
    );
    assert.deepEqual(getKeys(entries), ['AA']);
    assert.deepEqual(describeProblems(skipped), ['1 NOT_THERE noValue']);
  });

  test('makes a plain variable a secret if the text marks it, but never a secret plain', () => {
    assert.deepEqual(planImport('SAME=1 # secret\nTOKEN=t\n', list), ['change SAME=!', 'change TOKEN=t!']);
  });

  test('asks only about new variables, and uses the answer', () => {
    const match = matchWithEnvironment(classifyImport(`${text}MARKED=1 # secret`), list);
    assert.deepEqual(getKeys(match.newEntries), ['FRESH', 'NEW_SECRET', 'MARKED']);
    assert.deepEqual(planImport('MARKED=1 # secret', list), ['add MARKED=1']);
  });

  test('warns once of a key that differs from an existing one only in letter case', () => {
    assert.deepEqual(describeProblems(matchWithEnvironment(classifyImport('other=1\n'), list).warnings), [
      '0 other onlyCase',
    ]);
    assert.deepEqual(
      describeProblems(matchWithEnvironment(classifyImport('OTHER=1\nother=1\n'), list).warnings),
      ['1 other onlyCase'],
    );
  });

  test('adds a secret again as a secret if it was deleted in the meantime', () => {
    const intent = findImportChanges(matchWithEnvironment(classifyImport('TOKEN=t'), list), list.variables, {
      isReplaced: false,
      secrets: new Set(),
    });
    assert.deepEqual(planSteps([], intent).steps, [
      { kind: 'add', key: 'TOKEN', value: 't', isSecret: true },
    ]);
  });

  test('changes only variables in the list if the service cannot list them, and deletes none', () => {
    const known: VariableList = {
      variables: [secretVariable('TOKEN'), secretVariable('REST')],
      isListedByService: false,
    };
    assert.deepEqual(planImport('TOKEN=t\nNEW=1\n', known, { isReplaced: true }), ['change TOKEN=t!']);
    assert.deepEqual(
      describeProblems(matchWithEnvironment(classifyImport('TOKEN=t\nNEW=1\n'), known).skipped),
      ['1 NEW notCreated'],
    );
  });

  test('is fast for 2,000 keys and for a file of the maximum size', () => {
    const started = performance.now();
    const many = Array.from({ length: 2000 }, (_, at) => `KEY_${at}='value ${at}' # no ${at}`).join('\r\n');
    assert.equal(classifyImport(many).entries.length, 2000);
    const most = Array.from({ length: 20_000 }, (_, at) => `KEY_${at}="value of ${at}, longer"`).join('\n');
    assert.equal(classifyImport(most.slice(0, 1_000_000)).skipped.length, 0);
    assert.ok(performance.now() - started < 10_000);
  });
});
