import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNoteRow, createProblemRows } from '../../../src/explorer/rows.ts';

const parent = { kind: 'group', id: 'g', label: 'G' };

test('a problem has a row with its detail, followed by its notes and a row for each remedy', () => {
  const remedies = [{ label: 'Sign In', icon: 'sign-in', command: 'signIn' }];
  const note = createNoteRow('n', 'Since noon');
  const rows = createProblemRows(parent, { message: 'Refused', detail: 'By the service', remedies }, 'auth', [
    note,
  ]);
  assert.deepEqual(
    rows.map(({ id, label, tooltip }) => [id, label, tooltip]),
    [
      ['g/problem/auth', 'Refused', 'Refused\n\nBy the service'],
      ['n', 'Since noon', 'Since noon'],
      ['g/problem/auth/signIn', 'Sign In', undefined],
    ],
  );
  assert.deepEqual(rows[2]?.command, { label: 'Sign In', command: 'signIn', arguments: [] });
  assert.equal(
    createProblemRows(parent, { message: 'Refused', remedies: [] }, 'auth')[0]?.tooltip,
    'Refused',
  );
});
