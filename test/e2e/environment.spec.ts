import { environmentId, expect, test } from './fixtures.ts';

test.describe('an environment', () => {
  test('has a page with its name and its address', async ({ workbench, service }) => {
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Show Environment');
    const content = workbench.webview;
    await expect(content.getByRole('heading', { level: 1 })).toHaveText('staging');
    const id = environmentId(service, 'weather-tools', 'staging');
    await expect(content.getByRole('row', { name: 'MCP server' })).toContainText(`${service.url}/mcp/${id}`);
    await expect(content.getByRole('row', { name: 'Environment id' })).toContainText(id);
    await expect(content.getByRole('row', { name: 'Branch' })).toContainText('develop');
  });

  test('shows hostile names on its page as text', async ({ workbench }) => {
    const name = '<img src=x onerror=alert(1)>';
    await workbench.row(name).click();
    const row = workbench.tree.getByRole('treeitem', { name: `production environment of ${name}` });
    await workbench.runOn(row, 'Show Environment');
    const content = workbench.webview;
    await expect(content.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(content.locator('img')).toHaveCount(0);
  });

  test('is asked for by a command without one, the last one first', async ({ workbench }) => {
    await workbench.run('Show Environment');
    const first = workbench.item('').first();
    await expect(first).toContainText('weather-tools');
    await workbench.input.fill('billing');
    await expect(workbench.item('Add Environment by ID…')).toBeVisible();
    await workbench.item('billing-mcp').filter({ hasText: 'staging' }).click();
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText('staging');

    await workbench.run('Show Environment');
    await expect(first).toContainText('billing-mcp');
    await expect(first).toContainText('staging');
  });
});
