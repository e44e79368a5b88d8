import type { Locator } from '@playwright/test';
import { countAuditRequests, findNewestAudit, finishAudits, setAuditResponse } from '../../kit/audits.ts';
import { readFilesBelow, type StoredText } from '../filesBelow.ts';
import { expect, test } from '../fixtures.ts';
import { readPageStores } from '../storesOfPage.ts';
import type { Workbench } from '../workbench.ts';

const secretUrl = 'https://mcp.example.com/mcp?key=held9';

test('audits run, show, rerun, are removed, and survive a restart; parts of a URL that look secret are stored nowhere', async ({
  workbench,
  service,
  editor,
}) => {
  // The story is long for a busy machine.
  test.slow();
  const running = workbench.page.locator('.pane-header').filter({ hasText: /Audits.*1 running/ });

  await test.step('audits an environment from its menu, without the unselected checks, and shows the report', async () => {
    // An audit of the sample service ends after 8 seconds, which a busy machine needs to draw the row.
    setAuditResponse(service, { status: 'pending', report: null });
    await workbench.row('billing-mcp').click();
    await workbench.runOn(workbench.environment('billing-mcp', 'staging'), 'Run Audit...');
    await workbench.item('Performance').getByRole('checkbox').click();
    await workbench.input.press('Enter');
    const row = run(workbench, /^checking\.\.\..*, excluding Performance, audit of billing-mcp\/staging/);
    await expect(row).toBeVisible();
    await expect(running).toBeVisible();
    finishAudits(service);
    await run(
      workbench,
      /^1 warning, just now · excluding Performance, audit of billing-mcp\/staging/,
    ).click();
    await expect(workbench.tab(/^Audit: /)).toHaveAttribute('aria-selected', 'true');
    await expect(workbench.webview.locator('.facts')).toContainText(findNewestAudit(service)?.id ?? '');
  });

  await test.step('reruns it with the button on its row', async () => {
    setAuditResponse(service, { status: 'completed', report: null });
    await repeat(workbench, /^1 warning, just now/);
    await expect(run(workbench, /^billing-mcp\/staging, 2 audits/)).toBeVisible();
    await expect(
      run(workbench, /^finished without a report, just now · excluding Performance/),
    ).toBeVisible();
    expect(countAuditRequests(service)).toBe(2);
  });

  await test.step('shows the end only in its row, deletes the selected row with a key, and undoes that', async () => {
    const row = run(workbench, /^finished without a report/);
    await expect(workbench.notification('finished')).toHaveCount(0);
    // The menu leaves the focus in the view.
    await workbench.runOn(row, 'Copy Audit ID');
    const copied = () => workbench.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(findNewestAudit(service)?.id);
    await row.press('Delete');
    await expect(row).toHaveCount(0);
    await workbench.notification('was removed from').getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
  });

  await test.step('audits a URL with a secret; after a restart, reports the end because the view is closed', async () => {
    setAuditResponse(service, { status: 'pending', report: null });
    await workbench.run('Run Audit...');
    await workbench.input.fill('Another');
    await workbench.choose(workbench.item('Another URL...'));
    await workbench.enter(secretUrl);
    await expect(workbench.item('End-to-end tasks')).toBeVisible();
    await workbench.input.press('Enter');
    const row = run(workbench, /^checking\.\.\..*, audit of mcp\.example\.com\/mcp/);
    await expect(row).toBeVisible();
    expect(findNewestAudit(service)?.targetUrl).toBe(secretUrl);
    // The editor stores its state a moment later. The earlier audits are already stored.
    const stores = () => workbench.page.evaluate(readPageStores);
    await expect.poll(stores).toMatch(new RegExp(`awaitedAudits[^\\]]*${findNewestAudit(service)?.id}`));
    await expect.poll(stores).toContain('mcp.example.com');
    await workbench.reload();
    await expect(row).toBeVisible();
    await workbench.closeAudits();
    // It has sent a request since then, so it has been notified that the row isn't visible.
    service.requests.clear();
    const auditRequests = () =>
      service.requests.list().filter(({ path }) => path.startsWith('/v1/beacon/audits/'));
    await expect.poll(() => auditRequests().length).toBeGreaterThan(0);
    finishAudits(service);
    await workbench
      .notification('mcp.example.com/mcp finished: 1 failure, 1 warning.')
      .getByRole('button', { name: 'Open Report' })
      .click();
    await expect(workbench.webview.locator('.facts')).toContainText(findNewestAudit(service)?.id ?? '');
    await workbench.openAudits();
    await expect(run(workbench, /1 failure, 1 warning, /)).toBeVisible();
  });

  await test.step('stores the query of the URL in no file and no browser store, and asks for it again', async () => {
    const stores: StoredText = ['the stores of the page', await workbench.page.evaluate(readPageStores)];
    const storedTexts = [stores, ...readFilesBelow(editor.dataDir)];
    const holding = (text: string) =>
      storedTexts.flatMap(([name, stored]) => (stored.includes(text) ? [name] : []));
    expect(holding('mcp.example.com')).toContain(stores[0]);
    expect(holding('held9')).toEqual([]);
    await repeat(workbench, /1 failure, 1 warning, /);
    await expect(workbench.input).toHaveValue('https://mcp.example.com/mcp');
  });
});

/** Returns a row of the Audits view, by its accessible name. */
function run({ audits }: Workbench, name: RegExp): Locator {
  return audits.getByRole('treeitem', { name: name });
}

/** Selects the button that reruns the audit of a row. */
async function repeat(workbench: Workbench, name: RegExp): Promise<void> {
  const row = run(workbench, name);
  await row.hover();
  await row.getByRole('button', { name: 'Rerun Audit' }).click();
}
