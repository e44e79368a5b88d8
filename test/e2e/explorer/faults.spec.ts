import { expect, test } from '../fixtures.ts';

test('a cure does what it says', async ({ service, workbench, page }) => {
  await expect(workbench.row('weather-tools')).toBeVisible();
  service.faults.add({ match: { path: '/v1/projects' }, status: 500 });
  await workbench.run('Refresh');
  await workbench.row('Show Log').click();
  await expect(page.locator('.output-view')).toHaveAttribute('aria-label', 'Hosted MCP Servers - Output');
});
