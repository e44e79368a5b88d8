import { environmentId } from '../kit/sample.ts';
import { expect, test } from './fixtures.ts';

test.describe('an environment', () => {
  test('has a page with its name and its address', async ({ workbench, service }) => {
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Show Environment');
    const content = workbench.webview;
    await expect(content.getByRole('heading', { level: 1 })).toHaveText('staging of weather-tools');
    const id = environmentId(service, 'weather-tools', 'staging');
    await expect(content.getByRole('row', { name: 'MCP server' })).toContainText(`${service.url}/mcp/${id}`);
    await expect(content.getByRole('row', { name: 'Environment ID' })).toContainText(id);
    await expect(content.getByRole('row', { name: 'Branch' })).toContainText('develop');
  });

  test('says what came of its deployment on its row, and on its page whose it is', async ({ workbench }) => {
    await workbench.row('billing-mcp').click();
    const row = workbench.environment('billing-mcp', 'production');
    await expect(row).toHaveAccessibleName(/, Latest deployment failed$/);
    const tip = row.locator('.monaco-icon-label');
    await expect(tip).toHaveAttribute('aria-label', /Deployment: failed · /);
    // Not only by its icon.
    await expect(tip).toHaveAttribute('aria-label', /^production\s*Production environment\s/);
    await workbench.runOn(row, 'Show Environment');
    const content = workbench.webview;
    await expect(content.getByRole('heading', { level: 1 })).toHaveText(
      'production of billing-mcp (PRODUCTION)',
    );
    await expect(content.getByRole('row', { name: 'Project' }).first()).toContainText('billing-mcp');
    await expect(content.getByRole('row', { name: 'Latest deployment' })).toContainText('failed');
  });

  test('gives its id, and so does a project', async ({ workbench, page, service }) => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const project = [...service.world.projects.values()].find(({ name }) => name === 'weather-tools');
    await workbench.runOn(workbench.row('weather-tools'), 'Copy ID');
    await expect.poll(clipboard).toBe(project?.id);
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Copy ID');
    await expect.poll(clipboard).toBe(environmentId(service, 'weather-tools', 'staging'));
  });

  test('that was not added by id cannot be forgotten, and the editor says why', async ({ workbench }) => {
    await workbench.run('Forget Environment');
    await expect(workbench.notification('No environment was added by its ID here')).toBeVisible();
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
    await workbench.choose(workbench.item('billing-mcp').filter({ hasText: 'staging' }));
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText('staging of billing-mcp');

    // The page that was just opened may still take the focus, which closes a list.
    await expect(async () => {
      await workbench.run('Show Environment');
      await expect(first).toContainText('billing-mcp', { timeout: 5000 });
    }).toPass();
    await expect(first).toContainText('staging');
  });
});
