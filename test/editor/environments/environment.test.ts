import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';

test.describe('an environment', () => {
  test('has a page, which opens only once', async ({ workbench }) => {
    await workbench.row('weather-tools').click();
    const staging = workbench.environment('weather-tools', 'staging');
    await workbench.runOn(staging, 'Open Environment');
    await expect(workbench.tab(/^[\w-]+\/staging$/)).toBeSelected();
    await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Open Environment');
    await expect(workbench.tab(/^[\w-]+\/production$/)).toBeSelected();
    await workbench.runOn(staging, 'Open Environment');
    await expect(workbench.tab(/^[\w-]+\/staging$/)).toBeSelected();
    await expect(workbench.tab('weather-tools/staging')).toHaveCount(1);
  });

  test('shows the result of its deployment in its row', async ({ workbench }) => {
    await workbench.row('billing-mcp').click();
    const row = workbench.environment('billing-mcp', 'production');
    await expect(row).toHaveAccessibleName(
      /, Latest deployment failed, opens the log of the failed deployment$/,
    );
    const tip = row.tooltip();
    await expect(tip).toHaveText(/Deployment: failed · /);
    // The text says so, not only the icon.
    await expect(tip).toHaveText(/^\*\*production\*\*\s*\$\(star-full\) Production environment\s/);
    for (const fact of ['Branch: main', 'Runtime: python3.14', 'Transport: sse', 'Commit: '])
      await expect(tip).toContainText(fact);
    await expect(tip).toContainText('opens the log of the failed deployment');
  });

  test('does not show icons for its name in lists', async ({ workbench, service }) => {
    const project = [...service.world.projects.values()].find(({ name }) => name === 'docs-search');
    if (project) Object.assign(project, { name: '$(trash) tools' });
    await workbench.run('Open Environment');
    await expect(workbench.item('$(trash) tools').first()).toBeVisible();
    // The icon isn't part of the text.
    await expect(workbench.item('Add Environment by ID...')).toBeVisible();
  });

  test('offers its ID, like a project', async ({ workbench, service }) => {
    const clipboard = () => workbench.clipboard();
    const project = [...service.world.projects.values()].find(({ name }) => name === 'weather-tools');
    await workbench.runOn(workbench.row('weather-tools'), 'Copy ID');
    await expect.poll(clipboard).toBe(project?.id);
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Copy ID');
    await expect.poll(clipboard).toBe(findEnvironmentId(service, 'weather-tools', 'staging'));
  });

  test('that was not added by its ID cannot be removed from the list, and the editor explains why', async ({
    workbench,
  }) => {
    await workbench.run('Remove Environment from List');
    await expect(workbench.notification('no environments in your list')).toBeVisible();
  });

  test('is asked for by commands without one, the most recently used one first', async ({ workbench }) => {
    await workbench.run('Open Environment');
    const first = workbench.item('').first();
    await expect(first).toContainText('weather-tools');
    await workbench.input.fill('billing');
    await expect(workbench.item('Add Environment by ID...')).toBeVisible();
    await workbench.choose(workbench.item('billing-mcp').filter({ hasText: 'staging' }));
    await expect(workbench.tab(/^[\w-]+\/staging$/)).toBeSelected();

    // The page that has just opened can still take the focus, which closes a list.
    await expect(async () => {
      await workbench.run('Open Environment');
      await expect(first).toContainText('billing-mcp', { timeout: 5000 });
    }).toPass();
    await expect(first).toContainText('staging');
  });
});
