import { nodeServer } from '../../kit/repositories.ts';
import { listDeploymentRequests, openExplorer } from '../deploymentRows.ts';
import { expect } from '../fixtures.ts';
import { test } from '../repositories.ts';

test.use({ repository: nodeServer });

test('Deploy Folder: from a folder to a deployment in three steps', async ({ workbench, page, service }) => {
  await test.step('is offered on folders of the Explorer, but not on files', async () => {
    await openExplorer(page);
    const files = page.getByRole('tree', { name: 'Files Explorer' });
    await files.getByRole('treeitem', { name: 'package.json' }).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /Deploy Folder/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
    await workbench.runOn(files.getByRole('treeitem', { name: 'src' }), 'Deploy Folder to Hosted MCP...');
    await expect(workbench.item('staging').first()).toBeVisible();
    await workbench.input.press('Escape');
    await expect(workbench.input).toBeHidden();
  });

  await workbench.openView();
  await workbench.row('weather-tools').click();
  const row = workbench.environment('weather-tools', 'staging');
  // Steps 1 and 2: the menu and its command.
  await workbench.runOn(row, 'Deploy Folder...');
  await expect(workbench.item(/Deploy to weather-tools\/staging/)).toBeVisible();
  await expect(workbench.item(/^Not sent unless selected/)).toContainText('.env');
  expect(service.world.uploads.all.size).toBe(0);
  // Step 3: the summary needs no changes.
  await workbench.input.press('Enter');
  await expect(workbench.tab(/^Deployment: weather-tools\/staging/)).toBeVisible();
  await expect(row).toContainText('deploying...');
  expect(listDeploymentRequests(service)).toHaveLength(1);
  const [upload] = [...service.world.uploads.all.values()];
  const paths = upload?.archive?.files.map(({ path }) => path) ?? [];
  expect(paths).toContain('src/server.ts');
  expect(paths.filter((path) => /^(\.env|\.git|node_modules)(\/|$)/.test(path))).toEqual([]);
  service.clock.advance(31_000);
  await expect(row).not.toContainText('deploying...');
});
