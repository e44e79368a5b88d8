import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProcessOutput } from '../../../src/inspector/process/processOutput.ts';
import { diagnoseProcess } from '../../../src/inspector/process/processSteps.ts';

test('the end of the output of a process is shown, without invisible characters', () => {
  const output = createProcessOutput([]);
  for (let n = 1; n <= 40; n++) output.add(`line ${n}\n`);
  output.add(`\u001b[31mred\u001b[0m \u202eback\n${'long '.repeat(200)}`);
  const lines = output.tail.split('\n');
  assert.equal(lines.length, 12);
  assert.equal(lines[0], 'line 31');
  assert.equal(lines.at(-2), 'red back');
  assert.equal(lines.at(-1)?.length, 301);
});

test('only the newest output is kept, from the start of a line', () => {
  const output = createProcessOutput([]);
  const line = `${'x'.repeat(99)}\n`;
  for (let n = 0; n < 10_000; n++) output.add(line);
  assert.ok(output.text.length <= 400_000 && output.text.length > 100_000, `${output.text.length}`);
  assert.ok(output.text.startsWith(line));
});

test('a secret is masked completely, also if it contains another secret', () => {
  const output = createProcessOutput(['pass', 'password']);
  output.add('the password, the pass');
  assert.equal(output.text, 'the •••, the •••');
  const quoted = createProcessOutput(['pa"ss']);
  quoted.add('{"key":"pa\\"ss"}');
  assert.equal(quoted.tail, '{"key":"•••"}');
  const key = createProcessOutput(['-----BEGIN\nabcdef\n-----END']);
  key.add('Read -----BEGIN\n[abcdef]');
  assert.equal(key.tail, 'Read •••\n[•••]');
});

test('a line without an end is dropped', () => {
  const output = createProcessOutput([]);
  for (let n = 0; n < 500; n++) output.add('x'.repeat(1000));
  assert.ok(output.text.length < 400_000, `${output.text.length}`);
});

test('a process that was not prepared fails at the step of its entry', () => {
  const steps = diagnoseProcess(undefined, { isInitialized: false, failure: 'Not allowed.' });
  assert.deepEqual(
    steps.map(({ outcome, text }) => text ?? outcome),
    ['Not allowed.', 'waiting', 'waiting', 'waiting', 'waiting'],
  );
});
