import { findEnvironmentId } from '../../kit/sample.ts';
import {
  addDeployment,
  changeVariable,
  deploymentTabTitle,
  hour,
  listDeploymentRequests,
  listServiceDeployments,
  openDeployments,
} from '../deploymentRows.ts';
import { expect, test } from '../fixtures.ts';

test.describe('the deployments of an environment', () => {
  test('are listed newest first, link to their logs and IDs, and are followed to their end', async ({
    workbench,
    page,
    service,
  }) => {
    await test.step('are listed newest first when their group is expanded', async () => {
      await openDeployments(workbench, 'weather-tools', 'production');
      await workbench.row('Load More...').click();
      await expect(page.locator('.monaco-list-row[aria-level="4"]')).toHaveText([
        /^Cache/,
        /^Add/,
        /^Move/,
        /^Try/,
      ]);
      await expect(
        workbench.row('Cache forecasts for ten minutes').locator('.codicon-pass-filled'),
      ).toBeVisible();
    });

    await test.step('link to their logs from a click and from their menu, and offer their IDs', async () => {
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      const [newest, second] = listServiceDeployments(service, 'weather-tools', 'production');
      await workbench.row('Cache forecasts for ten minutes').click();
      await expect(workbench.tab(deploymentTabTitle('weather-tools/production', newest))).toBeVisible();
      await expect(workbench.logs.locator('.row').last()).toContainText('Deployed');

      const row = workbench.row('Add the get_alerts tool');
      await workbench.runOn(row, 'Open Deployment Logs');
      await expect(workbench.tab(deploymentTabTitle('weather-tools/production', second))).toBeVisible();
      await workbench.runOn(row, 'Copy ID');
      await expect.poll(clipboard).toBe(second?.id);
      await workbench.runOn(row, 'Copy Commit ID');
      await expect.poll(clipboard).toBe(second?.sourceCommitId);
      await workbench.runOn(row, 'Open Deployment Page');
      await expect(workbench.dialog).toContainText('https://console.example.com/deployments/');
      await page.keyboard.press('Escape');
    });

    await test.step('appear ten at a time, also with the keyboard', async () => {
      const id = findEnvironmentId(service, 'weather-tools', 'production');
      for (let number = 1; number <= 9; number++) {
        const startedAt = service.clock.now() - (100 + number) * hour;
        addDeployment(service, id, { sourceCommitMessage: `Change ${number}`, startedAt });
      }
      await workbench.run('Refresh Projects');
      const more = workbench.row('Load More...');
      await expect(more).toContainText('12 of 13 shown');
      await workbench.row('Change 8').click();
      await expect(workbench.logs.locator('.row').last()).toContainText('Deployed');
      await workbench.run('Focus on Projects View');
      for (let rows = 0; rows < 3; rows++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(more).toHaveCount(0);
      await expect(workbench.row('Try a smaller image')).toBeVisible();
    });

    await test.step('are started after one confirmation that names production, and followed to their end', async () => {
      const row = workbench.environment('weather-tools', 'production');
      await changeVariable(workbench, row);
      await expect(row).toContainText('redeploy to apply');
      service.requests.clear();
      await workbench.runOn(row, 'Deploy');
      await expect(workbench.dialog).toContainText('Deploy weather-tools/production (PRODUCTION)?');
      await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
      const deployed = workbench.row('Deployed by hand');
      await expect(deployed.locator('.codicon-sync')).toBeVisible();
      await expect(row).toContainText('deploying...');
      await expect(row).toContainText('redeploy to apply');
      expect(listDeploymentRequests(service)).toHaveLength(1);
      await expect(workbench.notification('has started')).toHaveCount(0);
      await deployed.click();
      const [own] = listServiceDeployments(service, 'weather-tools', 'production');
      await expect(workbench.tab(deploymentTabTitle('weather-tools/production', own))).toBeVisible();

      service.clock.advance(31_000);
      await expect(deployed.locator('.codicon-pass-filled')).toBeVisible();
      await expect(deployed).toHaveAccessibleName(/^Deployed by hand, deployed, current, /);
      await expect(row).not.toContainText('deploying...');
      await expect(row).not.toContainText('redeploy to apply');
      await expect(row).toHaveAttribute('aria-expanded', 'true');
    });
  });
});
