import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

async function openMoreActions(workbench: PageWindow): Promise<void> {
  await workbench.logs.getByRole('button', { name: 'More Actions...' }).click();
  await expect(workbench.item('Open Logs as Text')).toBeVisible();
}

test('the list of more actions shows and changes options', async ({ workbench, service }) => {
  const timestamp = new Date(service.clock.now()).toISOString();
  const call = { timestamp, requestId: 'r-1', method: 'tools/call' };
  service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), [
    { ...call, type: 'START', content: 'begun' },
    { ...call, type: 'ERROR', content: 'failed' },
    { ...call, type: 'END', content: '', durationInMs: 1234 },
    { ...call, type: 'INFO', content: 'after' },
  ]);
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  await expect(logs.locator('.row')).toHaveCount(4);
  /** The items with a check mark. */
  const checked = () =>
    workbench
      .item('')
      .all()
      .filter(({ iconPath }) => iconPath?.id === 'check')
      .map(({ label, description }) => `${label}, ${description}`);

  await test.step('shows which options are on', async () => {
    await openMoreActions(workbench);
    expect(checked()).toEqual([]);
    await expect(workbench.item(/^Wrap Lines/)).toContainText('Off · W');
    await workbench.choose(workbench.item(/^Show Times in UTC/));
    await openMoreActions(workbench);
    // Screen readers don't read the check mark.
    expect(checked()).toEqual(['Show Times in UTC, On']);
    await workbench.choose(workbench.item(/^Show Times in UTC/));
    await openMoreActions(workbench);
    await workbench.choose(workbench.item(/^Summary by Tool and Method Off · T/));
    await openMoreActions(workbench);
    expect(checked()).toEqual(['Summary by Tool and Method, On · T']);
    await workbench.choose(workbench.item(/^Summary by Tool and Method/));
  });

  await test.step('moves to an error, groups, and exports', async () => {
    await openMoreActions(workbench);
    await workbench.choose(workbench.item(/^Next Error/));
    await expect(logs.locator('.row.active')).toContainText('failed');
    await openMoreActions(workbench);
    await workbench.choose(workbench.item(/^Group by Request/));
    await expect(logs.locator('.row.head')).toHaveCount(1);
    await openMoreActions(workbench);
    await workbench.choose(workbench.item(/^Export Logs/));
    await expect(workbench.item('JSON Lines').first()).toBeVisible();
  });
});

test('an export asks for the entries if a filter hides some, and masks no secrets on request', async ({
  workbench,
  service,
  folder,
}) => {
  const secret = 'Authorization: Bearer abcdefgh1234567890';
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  appendLogs(service, id, 'one', `a needle, ${secret}`, 'three');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  await logs.locator('input').fill('needle');
  await expect(logs.locator('.counts')).toHaveText('1 of 3 shown');
  const exported = async (scope: string, format: string | RegExp): Promise<string> => {
    await workbench.run('Export Logs...');
    await expect(workbench.item('')).toHaveText(['Only the entry shown', 'All 3 loaded entries']);
    await workbench.choose(workbench.item(scope));
    await workbench.choose(workbench.item(format));
    await expect(workbench.input).toHaveValue(/\/docs-search-quiet-\d{4}-[^/]*$/);
    const file = join(folder, 'exported');
    await workbench.enter(file);
    await expect(workbench.notification('Exported')).toContainText(file);
    await workbench.clearNotifications();
    return readFileSync(file, 'utf8');
  };
  const shown = await exported('Only the entry shown', 'JSON Lines (.jsonl) with secrets masked');
  expect(shown.trimEnd().split('\n')).toEqual([expect.stringContaining('needle, Authorization: Bearer •••')]);
  const all = await exported('All 3 loaded entries', /^Log text \(\.log\)(?! with secrets masked)/);
  expect(all.match(/\n/g)).toHaveLength(3);
  expect(all).toContain(secret);

  // Without a filter, there is no choice.
  await logs.locator('input').fill('');
  await expect(logs.locator('.counts')).toHaveText('3 entries');
  await workbench.run('Export Logs...');
  await expect(workbench.item('JSON Lines').first()).toBeVisible();
});
