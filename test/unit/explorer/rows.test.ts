import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootNode } from '../../../src/explorer/node.ts';
import { createActionRow, createProblemRows, moveToMessage } from '../../../src/explorer/rows.ts';

const parent = { kind: 'group', id: 'g', label: 'G' };
const signIn = { label: 'Sign In', icon: 'sign-in', command: 'signIn' };
const tryAgain = { label: 'Try Again', icon: 'refresh', command: 'refresh', arguments: [1] };

test('a problem is one row with the first remedy, the note, and the message', () => {
  const problem = { message: 'Unreachable.', detail: 'GET /v1', remedies: [tryAgain, signIn] };
  const rows = createProblemRows(parent, problem, '0', 'Not updated since noon.');
  assert.equal(rows.length, 1);
  const [row] = rows;
  assert.deepEqual(
    [row?.id, row?.label, row?.description, row?.tooltip, row?.accessibilityLabel],
    [
      'g/problem/0',
      'Try Again',
      'Not updated since noon. Unreachable.',
      'Not updated since noon. Unreachable.\n\nGET /v1',
      'Try Again, Not updated since noon. Unreachable.',
    ],
  );
  assert.deepEqual(row?.command, { label: 'Try Again', command: 'refresh', arguments: [1] });
});

test('a problem at the root has its sentence in the message, and the icon of its remedy', () => {
  const problem = { message: 'Unreachable.', remedies: [tryAgain] };
  const [row] = createProblemRows(rootNode, problem, '0');
  assert.deepEqual(
    [row?.label, row?.description, row?.notice, row?.icon?.id, row?.accessibilityLabel],
    ['Try Again', undefined, 'Unreachable.', 'refresh', 'Try Again, Unreachable.'],
  );
});

test('a problem that needs a remedy has a row for each of them', () => {
  const problem = { message: 'Refused.', remedies: [signIn, tryAgain], needsRemedy: true };
  assert.deepEqual(
    createProblemRows(parent, problem, 'auth').map(({ id, label, description }) => [id, label, description]),
    [
      ['g/problem/auth', 'Sign In', 'Refused.'],
      ['g/problem/auth/refresh', 'Try Again', undefined],
    ],
  );
});

test('a problem without remedies is a row with its message', () => {
  const [row] = createProblemRows(parent, { message: 'Refused.', remedies: [] }, 'auth');
  assert.deepEqual([row?.label, row?.description, row?.command], ['Refused.', undefined, undefined]);
});

test('an action contains its reason, and the full reason for screen readers', () => {
  assert.equal(createActionRow('a', signIn).description, undefined);
  assert.equal(moveToMessage(createActionRow('a', signIn)).notice, undefined);
  const row = createActionRow('a', signIn, 'No account.', 'No account is signed in.');
  assert.deepEqual(
    [row.description, row.tooltip, row.accessibilityLabel],
    ['No account.', 'No account is signed in.', 'Sign In, No account is signed in.'],
  );
});
