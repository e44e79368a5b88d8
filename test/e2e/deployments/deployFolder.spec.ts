import { nodeServer } from '../../kit/repositories.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import {
  addDeployment,
  expandDeployments,
  hour,
  listDeploymentRequests,
  openExplorer,
} from '../deploymentRows.ts';
import { findTreeRow } from '../environmentGroups.ts';
import { expect } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';
import { test } from '../repositories.ts';

test.use({ repository: nodeServer });

test('Deploy Folder and Deploy: from a folder or a row to a deployment, which the tree lists and follows', async ({
  workbench,
  page,
  service,
}) => {
  await test.step('Deploy Folder is offered on folders of the Explorer, but not on files', async () => {
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
  const staging = workbench.environment('weather-tools', 'staging');
  await test.step('Deploy Folder has three steps', async () => {
    // Steps 1 and 2: the menu and its command.
    // The editor passes no row to a command while it redraws the project.
    await repeatUntilDone(async (stretch) => {
      await page.keyboard.press('Escape');
      await workbench.runOn(staging, 'Deploy Folder...');
      await expect(workbench.item(/Deploy to weather-tools\/staging/)).toBeVisible({
        timeout: 8000 * stretch,
      });
    });
    await expect(workbench.item(/^Not sent unless selected/)).toContainText('.env');
    expect(service.world.uploads.all.size).toBe(0);
    // Step 3: the summary needs no changes.
    await workbench.input.press('Enter');
    await expect(workbench.tab(/^Folder .+ \(staging\)/)).toBeVisible();
    await expect(staging).toContainText('deploying...');
    expect(listDeploymentRequests(service)).toHaveLength(1);
    const [upload] = [...service.world.uploads.all.values()];
    const paths = upload?.archive?.files.map(({ path }) => path) ?? [];
    expect(paths).toContain('src/server.ts');
    expect(paths.filter((path) => /^(\.env|\.git|node_modules)(\/|$)/.test(path))).toEqual([]);
  });

  await test.step('deployments are followed to their end, and listed newest first, ten more at a time', async () => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    for (let number = 1; number <= 11; number++) {
      const startedAt = service.clock.now() - (1000 + number) * hour;
      addDeployment(service, id, { sourceCommitMessage: `Change ${number}`, startedAt });
    }
    await expandDeployments(workbench, staging, 'staging');
    const rows = page.locator('.monaco-list-row[aria-level="4"]');
    await expect(rows.first()).toContainText(/^Folder /);
    await expect(rows.first().locator('.codicon-sync')).toBeVisible();
    service.clock.advance(31_000);
    await expect(rows.first().locator('.codicon-pass-filled')).toBeVisible();
    await expect(staging).not.toContainText('deploying...');
    await expect(staging).toHaveAttribute('aria-expanded', 'true');
    // Only the deployments since the current one, and one more, are shown at first.
    await expect(rows).toHaveText([/^Folder/, /^Name the city/, /^Load More.*2 of 14 shown/]);
    await workbench.row('Load More...').click();
    await expect(rows).toHaveText([
      /^Folder/,
      /^Name the city/,
      /^Tidy up/,
      ...Array.from({ length: 9 }, (_, index) => new RegExp(`^Change ${index + 1}`)),
      /^Load More.*12 of 14 shown/,
    ]);
    // With the keyboard, too.
    await workbench.row(/^Change 9/).click();
    await expect(workbench.logs.locator('.row').last()).toContainText('Deployed');
    await workbench.run('Focus on Projects View');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(workbench.row('Load More...')).toHaveCount(0);
    await expect(findTreeRow(workbench, /^Change 11,/)).toBeVisible();
  });

  await test.step('Deploy starts one in production after a confirmation that names it', async () => {
    const production = workbench.environment('weather-tools', 'production');
    service.requests.clear();
    await workbench.runOn(production, 'Deploy');
    await expect(workbench.dialog).toContainText('Deploy weather-tools/production?');
    expect(listDeploymentRequests(service)).toEqual([]);
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect(production).toContainText('deploying...');
    expect(listDeploymentRequests(service)).toHaveLength(1);
    await expect(workbench.notification('has started')).toHaveCount(0);
  });
});
