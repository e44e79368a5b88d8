import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Disposable } from '../../../src/editor/disposable.ts';

class Owner extends Disposable {
  own(name: string, disposed: string[]): void {
    this.register({ dispose: () => disposed.push(name) });
  }
}

test('what is owned goes with its owner: the last one first, once, and at once where the owner is gone', () => {
  const owner = new Owner();
  const disposed: string[] = [];
  for (const name of ['first', 'second']) owner.own(name, disposed);
  assert.deepEqual(disposed, []);
  owner.dispose();
  owner.dispose();
  assert.deepEqual(disposed, ['second', 'first']);
  owner.own('late', disposed);
  assert.deepEqual(disposed, ['second', 'first', 'late']);
});
