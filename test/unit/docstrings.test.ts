import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { listSourceFiles, src } from '../harness/imports.ts';

/** Beginnings of docstrings that can be read only together with the line or the declaration above them. */
const fragments = /^(?:What|Of|The same|Those|So (?:many|much|long|often)|As (?:it|they|that)|Such)\b/;

function readDocstrings(file: string): readonly string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, docstring = '']) =>
    docstring.replaceAll(/^\s*\*?/gm, ' ').trim(),
  );
}

describe('a docstring', () => {
  test('begins with a noun phrase or a verb', () => {
    const docstrings = listSourceFiles().flatMap((file) =>
      readDocstrings(file).map((docstring) => ({ file, docstring })),
    );
    assert.ok(docstrings.length > 1000, 'the docstrings were read');
    const found = docstrings.filter(({ docstring }) => fragments.test(docstring));
    assert.deepEqual(found, []);
  });

  test('names operations of the service, and not their numbers', () => {
    const found = listSourceFiles().filter((file) =>
      readDocstrings(file).some((docstring) => /\bE\d{1,2}\b/.test(docstring)),
    );
    assert.deepEqual(found, []);
  });

  test('that is a fragment is found', () => {
    for (const docstring of [
      'What it does.',
      'Of a line.',
      'The same, of a project.',
      'So many rows.',
      'As it came.',
    ]) {
      assert.match(docstring, fragments);
    }
  });
});
