import assert from 'node:assert/strict';
import type { Account } from '../../../src/auth/accounts.ts';
import { createRedactedLog } from '../../../src/connection/redactedLog.ts';

describe('the log', () => {
  it('does not contain account names in any form', () => {
    const lines: string[] = [];
    const writeLine = (text: string): void => void lines.push(text);
    const all = { trace: writeLine, debug: writeLine, info: writeLine, warn: writeLine, error: writeLine };
    const accounts = [{ label: 'Jo $(star) Example' }, { label: 'Team key' }] as Account[];
    const log = createRedactedLog(all, () => accounts);
    log.error('Permission denied for "Jo $ (star) Example" on api.example: forbidden.');
    log.info('"Jo $(star) Example" and "Team key" are signed in');
    log.warn('GET /v1/projects · 403');
    assert.deepEqual(lines, [
      'Permission denied for "•••" on api.example: forbidden.',
      '"•••" and "•••" are signed in',
      'GET /v1/projects · 403',
    ]);
  });
});
