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

/** The steps of an import, as `kind key=value`; a secret ends with `!`. */
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

describe('judging a text to import', () => {
  test('comes to its end, however many empty lines or spellings of a key there are', () => {
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

  test('skips keys that the service refuses, and empty values, by line', () => {
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

  test('warns of repeats, keys that differ in case, cut values and lines that say nothing', () => {
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

  test('counts the last of a key, also when an earlier one could not be taken', () => {
    assert.deepEqual(describeProblems(classifyImport('KEY=\nKEY=1').skipped), []);
    assert.deepEqual(describeProblems(classifyImport('KEY=1\nKEY=').skipped), ['1 KEY empty']);
    assert.deepEqual(getKeys(classifyImport('KEY=1\nKEY=').entries), []);
  });

  test('knows which are marked as secret', () => {
    const { entries } = classifyImport(
      'AA=1 # secret\nBB=2 # Secret: of ours\nCC=3 # secretary\nDD=4 # no secret\n',
    );
    assert.deepEqual(
      entries.filter(({ isMarkedSecret }) => isMarkedSecret).map(({ key }) => key),
      ['AA', 'BB'],
    );
  });

  test('finds nothing where nothing is', () => {
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

  test('adds and changes, and keeps the others', () => {
    assert.deepEqual(planImport(text, list, { secrets: ['NEW_SECRET'] }), [
      'add FRESH=f',
      'add NEW_SECRET=s!',
      'change OTHER=new',
      'change TOKEN=t!',
    ]);
  });

  test('removes the others when all is to be exactly so, but not what stands there and is skipped', () => {
    assert.deepEqual(
      planImport(`${text}`, list, { isReplaced: true }).filter((step) => step.startsWith('remove')),
      ['remove ONLY_THERE'],
    );
    assert.deepEqual(
      planImport(`${text}ONLY_THERE=\n`, list, { isReplaced: true }).at(-1),
      'change TOKEN=t!',
    );
  });

  test('keeps a secret that a comment names, and removes a plain one that a comment names', () => {
    const content = "# TOKEN is a secret: the service doesn't give its value.\n# OTHER=old\nSAME=1\n";
    assert.deepEqual(planImport(content, list, { isReplaced: true }), ['remove OTHER', 'remove ONLY_THERE']);
    assert.deepEqual(matchWithEnvironment(classifyImport(content), list).undeletableKeys, ['TOKEN']);
  });

  test('leaves alone what has the placeholder for its value', () => {
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

  test('makes a plain one secret where the text marks it, and no secret plain', () => {
    assert.deepEqual(planImport('SAME=1 # secret\nTOKEN=t\n', list), ['change SAME=!', 'change TOKEN=t!']);
  });

  test('asks only about new ones, and goes by the answer', () => {
    const match = matchWithEnvironment(classifyImport(`${text}MARKED=1 # secret`), list);
    assert.deepEqual(getKeys(match.newEntries), ['FRESH', 'NEW_SECRET', 'MARKED']);
    assert.deepEqual(planImport('MARKED=1 # secret', list), ['add MARKED=1']);
  });

  test('warns of a key that differs from one that is there only in case, once', () => {
    assert.deepEqual(describeProblems(matchWithEnvironment(classifyImport('other=1\n'), list).warnings), [
      '0 other onlyCase',
    ]);
    assert.deepEqual(
      describeProblems(matchWithEnvironment(classifyImport('OTHER=1\nother=1\n'), list).warnings),
      ['1 other onlyCase'],
    );
  });

  test('keeps a secret a secret when it is gone before it is written', () => {
    const intent = findImportChanges(matchWithEnvironment(classifyImport('TOKEN=t'), list), list.variables, {
      isReplaced: false,
      secrets: new Set(),
    });
    assert.deepEqual(planSteps([], intent).steps, [
      { kind: 'add', key: 'TOKEN', value: 't', isSecret: true },
    ]);
  });

  test('changes only what is known where the service lists nothing, and removes nothing', () => {
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

  test('is quick for 2,000 keys and for a file of the largest size', () => {
    const started = performance.now();
    const many = Array.from({ length: 2000 }, (_, at) => `KEY_${at}='value ${at}' # no ${at}`).join('\r\n');
    assert.equal(classifyImport(many).entries.length, 2000);
    const most = Array.from({ length: 20_000 }, (_, at) => `KEY_${at}="value of ${at}, longer"`).join('\n');
    assert.equal(classifyImport(most.slice(0, 1_000_000)).skipped.length, 0);
    assert.ok(performance.now() - started < 10_000);
  });
});
