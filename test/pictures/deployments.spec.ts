import { openEnvironment } from '../e2e/environmentGroups.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { test as withFolder } from '../e2e/repositories.ts';
import { nodeServer } from '../kit/repositories.ts';
import { findEnvironmentId } from '../kit/sample.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test('deployments: successful, failed, running, the confirmation, the end, a rejection', async ({
  workbench,
  page,
  service,
}, info) => {
  // At this height, all rows are visible.
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const [project, subject] of [
    ['weather-tools', 'Cache forecasts'],
    ['billing-mcp', 'Round amounts half to'],
    ['docs-search', 'Index the new'],
  ] as const) {
    await openEnvironment(workbench, project, 'production');
    const group = workbench.tree
      .getByRole('treeitem', { name: /^Deployments of production/ })
      .and(page.locator('[aria-expanded="false"]'));
    await expect(group).toBeVisible();
    // If the editor redraws the environment while a row below it is expanded, it loses the rows below that one.
    const id = findEnvironmentId(service, project, 'production');
    const paths = () => service.requests.list().map(({ path }) => path);
    await expect.poll(paths).toContain(`/v1/environments/${id}/playground`);
    await group.click();
    await expect(workbench.row(subject)).toBeVisible();
  }
  await take(page, info, 'deployments');
  await workbench.row('Round amounts half to').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Deploy Again' })).toBeVisible();
  await take(page, info, 'deployments-menu');
  await page.keyboard.press('Escape');
  await workbench.row('Round amounts half to').click();
  await expect(workbench.logs.locator('.error-item').first()).toBeVisible();
  await take(page, info, 'deployment-failed');
  await workbench.runOn(workbench.environment('billing-mcp', 'production'), 'Open Runtime Logs');
  await expect(workbench.logs.locator('.notice.warning')).toBeVisible();
  await take(page, info, 'logs-failed-deployment');
  await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Deploy');
  await expect(workbench.dialog).toContainText('production');
  await take(page, info, 'deploy');
  await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(workbench.row('Deployed by hand')).toBeVisible();
  await take(page, info, 'deploying');
  service.clock.advance(31_000);
  await expect(workbench.row('Deployed by hand').locator('.codicon-pass-filled')).toBeVisible();
  await take(page, info, 'deployed');
  await workbench.runOther('Notifications: Clear All Notifications');
  service.faults.add({ match: { method: 'POST' }, status: 403 });
  await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Deploy');
  await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(workbench.notification('permission')).toBeVisible();
  await take(page, info, 'deploy-refused');
});

withFolder.describe('a folder', () => {
  withFolder.use({ repository: nodeServer, serviceOptions: { seed: 7, typicalOnly: true, live: false } });

  withFolder(
    'Deploy Folder: its summary, what stays here, a failure',
    async ({ workbench, page, service }, info) => {
      await workbench.row('weather-tools').click();
      const row = workbench.environment('weather-tools', 'staging');
      await workbench.runOn(row, 'Deploy Folder...');
      await expect(workbench.item(/^Start command/)).toBeVisible();
      await take(page, info, 'deploy-folder');
      await workbench.choose(workbench.item(/^Not sent unless selected/));
      await expect(workbench.item(/^\.env/)).toBeVisible();
      await take(page, info, 'deploy-folder-files');
      await workbench.input.press('Escape');
      service.faults.add({ match: { method: 'PUT' }, times: 1, cutAtBytes: 1 });
      // The list is shown again after the failure, with the same item.
      await workbench.item(/Deploy to weather-tools.staging/).click();
      await expect(workbench.item("The folder wasn't deployed")).toBeVisible();
      await take(page, info, 'deploy-folder-failed');
      await workbench.choose(workbench.item(/^Try Again/));
      await expect(workbench.tab(/^Folder .+ \(staging\)/)).toBeVisible();
      await row.locator('.monaco-tl-twistie').click();
      await workbench.row(/^Deployments/).click();
      await expect(workbench.row(/^Folder/)).toBeVisible();
      await take(page, info, 'deploy-folder-row');
    },
  );
});
