import { expect, test } from '../e2e/fixtures.ts';
import type { Workbench } from '../e2e/workbench.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, calm: true, live: false } });

test('audits: none yet, what is asked, the history, a run that goes on', async ({
  workbench,
  page,
  service,
}, info) => {
  await expect(workbench.row('weather-tools')).toBeVisible();
  await workbench.openAudits();
  await expect(workbench.audits.getByRole('button', { name: 'Run Audit' })).toBeVisible();
  await take(page, info, 'audits-none');
  await workbench.row('billing-mcp').click();
  await workbench.runOn(workbench.environment('billing-mcp', 'staging'), 'Run Audit...');
  await expect(workbench.item('e2e')).toBeVisible();
  await take(page, info, 'audits-categories');
  await workbench.item('performance').getByRole('checkbox').click();
  await workbench.input.press('Enter');
  await expect(workbench.item('e2e')).toBeHidden();
  await expect(
    workbench.audits.getByRole('treeitem', { name: /^staging of billing-mcp, 1 audit/ }),
  ).toBeVisible();
  service.clock.advance(60_000);
  await ended(workbench, '1 warning');
  await take(page, info, 'audits-notification');
  await workbench.runOther('Notifications: Clear All Notifications');
  await workbench.runOn(
    workbench.audits.getByRole('treeitem', { name: /^1 warning, now/ }),
    'Run Audit Again',
  );
  await expect(
    workbench.audits.getByRole('treeitem', { name: /^staging of billing-mcp, 2 audits/ }),
  ).toBeVisible();
  service.clock.advance(60_000);
  for (const url of ['https://mcp.example.com/audit-fails', 'https://mcp.example.com/mcp']) {
    await workbench.run('Run Audit...');
    await workbench.choose(workbench.item('Another URL…'));
    await workbench.enter(url);
    // What was left out the last time is checked.
    await workbench.item('performance').getByRole('checkbox').click();
    await workbench.input.press('Enter');
    await expect(workbench.item('e2e')).toBeHidden();
    service.clock.advance(60_000);
  }
  await ended(workbench, 'could not be completed');
  await ended(workbench, '1 failure');
  service.faults.add({
    match: { method: 'GET', path: '/v1/beacon/audits/' },
    body: { id: 'a', status: 'pending', report: null },
  });
  await workbench.runOther('Notifications: Clear All Notifications');
  await workbench.runOn(workbench.audits.getByRole('treeitem', { name: /^1 failure/ }), 'Run Audit Again');
  await ended(workbench, 'pending');
  await expect(workbench.notification('Auditing mcp.example.com/mcp')).toBeVisible();
  // All of the view, as a person who is at it has it.
  await page.locator('.pane-header[aria-label*="Projects"]').click();
  await take(page, info, 'audits');
  await workbench.audits.getByRole('treeitem', { name: /^1 failure/ }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy Audit ID' })).toBeVisible();
  await take(page, info, 'audits-menu');
});

async function ended({ audits }: Workbench, verdict: string): Promise<void> {
  await expect(audits.getByRole('treeitem', { name: new RegExp(`^${verdict}`) }).first()).toBeVisible();
}
