import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findNames } from '../../../src/audits/source/findNames.ts';
import { extractToolNames } from '../../../src/audits/source/toolNames.ts';
import { anyAudit, result } from './sample.ts';

const names = (fields: Readonly<Record<string, unknown>>) => extractToolNames(result(fields));

describe('the tool that a check is about', () => {
  test('is found in its details and in its message', () => {
    assert.deepEqual(names({ details: [{ label: 'Tool', value: 'echo' }] }), ['echo']);
    assert.deepEqual(names({ details: [{ label: 'tools', value: '`a_one`, two-b' }] }), ['a_one', 'two-b']);
    assert.deepEqual(names({ details: [{ label: 'Tool: echo' }] }), ['echo']);
    assert.deepEqual(names({ message: 'get_forecast took 3.4 s' }), ['get_forecast']);
    assert.deepEqual(names({ message: 'The tool "search" is slow' }), ['search']);
    assert.deepEqual(names({ category: 'tool-metadata', message: '`echo` says nothing' }), ['echo']);
  });

  test('is nothing that no tool is called', () => {
    assert.deepEqual(names({ message: 'Says "hello" to everybody' }), []);
    assert.deepEqual(names({ message: '3 of 3 tools' }), []);
    assert.deepEqual(names({ details: [{ label: 'Tool', value: '../../etc passwd' }] }), []);
    assert.deepEqual(
      names({
        details: [
          { label: 'Tool', value: '<b>' },
          { label: 'Version', value: 'x_y' },
        ],
      }),
      [],
    );
  });

  test('is one of a few names, whatever a report holds', () => {
    fc.assert(
      fc.property(anyAudit, ({ report }) => {
        for (const one of report?.results ?? []) {
          const found = extractToolNames(one);
          assert.ok(found.length <= 10);
          for (const name of found) assert.match(name, /^[\w.\-/]{2,128}$/);
          findNames(`x = "${found.join('", "')}"`, found);
        }
      }),
    );
  });
});

describe('the places of a tool in a text', () => {
  const places = (text: string, ...wanted: string[]) =>
    findNames(text, wanted).map(({ line, character, rank }) => [line, character, rank]);

  test('have what looks like its definition first', () => {
    const text = "// echo\ncall('echo');\nserver.tool('echo', {});\ndef echo(x):\n";
    assert.deepEqual(places(text, 'echo'), [
      [2, 13, 0],
      [3, 4, 0],
      [1, 6, 1],
      [0, 3, 2],
    ]);
  });

  test('are whole words, in lines that a person wrote', () => {
    assert.deepEqual(places('echoes = my_echo + "re-echo" + echo_2', 'echo'), []);
    assert.deepEqual(places(`${' '.repeat(3000)}"echo"`, 'echo'), []);
    assert.deepEqual(places('a.b "get.it"', 'get.it'), [[0, 5, 1]]);
    assert.deepEqual(places('getXit', 'get.it'), []);
    assert.equal(places('"echo"\r\n'.repeat(100), 'echo').length, 20);
  });
});
