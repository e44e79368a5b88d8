import { expect, test } from '../e2e/fixtures.ts';
import { setSideBar } from '../e2e/sideBar.ts';
import type { Workbench } from '../e2e/workbench.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test('audits: none yet, prompts, audits of each kind, the menu', async ({
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
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
  await take(page, info, 'audits-categories');
  await workbench.item('Performance').getByRole('checkbox').click();
  await workbench.input.press('Enter');
  await expect(row(workbench, /audit of billing-mcp\/staging/)).toBeVisible();
  await take(page, info, 'audits-running');
  await workbench.closeAudits();
  service.clock.advance(60_000);
  await expect(workbench.notification('finished')).toBeVisible();
  await take(page, info, 'audits-notification');
  await workbench.openAudits();
  await expect(row(workbench, /^1 warning, just now/)).toBeVisible();

  for (const [path, label] of [
    ['audit-fails', /^couldn't be completed/],
    ['audit-rich', /^2 failures, 2 warnings/],
  ] as const) {
    await auditUrl(workbench, `https://weather.example.com/${path}`);
    service.clock.advance(60_000);
    await expect(row(workbench, label)).toBeVisible();
  }
  await workbench.runOn(workbench.environment('billing-mcp', 'production'), 'Run Audit...');
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
  await workbench.input.press('Enter');
  const production = row(workbench, /audit of billing-mcp\/production/);
  await expect(production).toBeVisible();
  service.clock.advance(60_000);
  await expect(production).not.toContainText('checking');
  // Collapses the other view, so that the whole view is visible.
  await page.locator('.pane-header[aria-label*="Projects"]').click();
  const results = [{ name: 'Answers', status: 'pass', category: 'connectivity' }];
  const runs: readonly [string, Answer, RegExp][] = [
    ['all-passes', { body: auditResponse('completed', results) }, /^no failures, just now/],
    ['no-report', { body: auditResponse('completed') }, /^finished without a report/],
    ['hidden', { status: 403 }, /^not readable by this account/],
    [
      'running',
      { body: auditResponse('partial', [...results, { status: 'pending' }]) },
      /^checking\.\.\. 1 of 2/,
    ],
    ['unknown', { body: auditResponse('quantum') }, /^unknown status/],
    ['audit-rich', { body: auditResponse('pending') }, /^checking\.\.\./],
  ];
  const { faults } = service;
  const removedFaults: { match: object; body?: unknown; status?: number }[] = [];
  for (const [path, answer, label] of runs) {
    faults.clear();
    for (const fault of removedFaults) faults.add(fault);
    faults.add({ match: { method: 'GET', path: '/v1/beacon/audits/' }, ...answer });
    await auditUrl(workbench, `https://weather.example.com/${path}`);
    await expect(row(workbench, label)).toBeVisible();
    // The audit keeps its real state, while the others get a different response.
    const id = [...service.world.audits.keys()].at(-1);
    removedFaults.push({ match: { method: 'GET', path: `/v1/beacon/audits/${id}` }, ...answer });
  }
  await workbench.runOther('Notifications: Clear All Notifications');
  await page.setViewportSize({ width: 1280, height: 900 });
  await take(page, info, 'audits');
  await setSideBar(page, 200);
  await take(page, info, 'audits-200');
  await setSideBar(page, 300);
  await row(workbench, /^2 failures, 2 warnings/).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy Audit ID' })).toBeVisible();
  await take(page, info, 'audits-menu');
});

test.describe('a service without readable audits', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('audits without results', async ({ workbench, page }, info) => {
    await auditUrl(workbench, 'https://mcp.example.com/mcp');
    await expect(row(workbench, /^started, result unknown/)).toBeVisible();
    await row(workbench, /^started, result unknown/).click();
    await expect(workbench.webview.getByText("doesn't return audit reports")).toBeVisible();
    await take(page, info, 'audits-untold');
  });
});

/** The response of the service to requests for an audit. */
interface Answer {
  readonly status?: number;
  readonly body?: unknown;
}

function auditResponse(status: string, results?: readonly object[]) {
  const report = results ? { results } : null;
  return {
    id: 'a',
    targetUrl: 'https://weather.example.com',
    createdAt: null,
    durationMs: null,
    status,
    report,
  };
}

/** Returns a row of the Audits view, by its accessible name. */
const row = ({ audits }: Workbench, label: RegExp) => audits.getByRole('treeitem', { name: label }).first();

/** Audits a server by its URL. */
async function auditUrl(workbench: Workbench, url: string): Promise<void> {
  await workbench.run('Run Audit...');
  await workbench.choose(workbench.item('Another URL...'));
  await workbench.enter(url);
  await expect(workbench.item('End-to-end tasks')).toBeVisible();
  await workbench.input.press('Enter');
  await expect(workbench.item('End-to-end tasks')).toBeHidden();
}
