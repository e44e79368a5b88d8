import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogTexts } from '../../../src/logs/pageTexts.ts';
import { createAnnouncer } from '../../../src/logs/webview/announcer.ts';

test('announces new entries together, and a single entry with a text of its own', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const strings = {
    announceOne: 'one',
    announceOneError: 'one error',
    announceNew: '{0} new',
    announceNewErrors: '{0} new, {1} errors',
  };
  const region = { textContent: '' };
  const announcer = createAnnouncer(region as HTMLElement, strings as Partial<LogTexts> as LogTexts);
  const digest = (): string => {
    mock.timers.tick(5000);
    return region.textContent;
  };
  announcer.add({ entries: 0, errors: 0 });
  assert.equal(digest(), '');
  announcer.add({ entries: 1, errors: 0 });
  assert.equal(digest(), 'one');
  announcer.add({ entries: 1, errors: 1 });
  assert.equal(digest(), 'one error');
  announcer.add({ entries: 2, errors: 0 });
  announcer.add({ entries: 3, errors: 1 });
  assert.equal(digest(), '5 new, 1 errors');
});
