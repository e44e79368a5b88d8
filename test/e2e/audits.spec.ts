import type { Locator } from '@playwright/test';
import { environmentId, expect, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

const createPath = '/v1/beacon/audits';

/** The audits that were asked for, as they were sent. */
function sent(service: { readonly requests: { list(): readonly { method: string; path: string }[] } }) {
  return service.requests.list().filter(({ method, path }) => method === 'POST' && path === createPath);
}

function run({ audits }: Workbench, verdict: string | RegExp): Locator {
  return audits.getByRole('treeitem', { name: verdict });
}

test('an environment is audited, followed to its end, and run again', async ({ workbench, service, page }) => {
  await workbench.row('docs-search').click();
  await workbench.runOn(workbench.environment('docs-search', 'production'), 'Run Audit...');
  await expect(workbench.item('e2e')).toBeVisible();
  await workbench.item('performance').locator('.monaco-checkbox').click();
  await page.keyboard.press('Enter');
  await expect(run(workbench, /^(started|pending), now · without performance, audit of production/)).toBeVisible();
  await page.screenshot({ path: '/tmp/h7a-1.png' });
  service.clock.advance(3000);
  await expect(run(workbench, /^running, 3 of 7 checks done/)).toBeVisible();
  await page.screenshot({ path: '/tmp/h7a-2.png' });
  service.clock.advance(8000);
  await expect(workbench.notification('is finished: 1 warning.')).toBeVisible();
  await page.screenshot({ path: '/tmp/h7a-3.png' });
  expect(sent(service)).toHaveLength(1);
});
