import { expect, test } from '../fixtures.ts';
import { openInspector } from './inspectorPage.ts';

test('the page reports that a session was lost and a new one was started', async ({
  workbench,
  page,
  service,
}) => {
  await openInspector(workbench);
  const notice = page.getByRole('status').filter({ hasText: 'new session was started' });
  await expect(notice).toHaveCount(0);
  service.mcp.endAll();
  await page.locator('.item', { hasText: 'list_cities' }).first().click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(notice).toBeVisible();
  await expect(page.locator('.phase')).toContainText('Connected');
  await expect(page.locator('.response')).toContainText('Oslo');
});

test('a restored page reconnects without asking for a header', async ({ workbench }) => {
  await openInspector(workbench);
  await workbench.reloadWithEditors();
  await expect(workbench.webview.locator('.phase')).toContainText('Connected');
});
