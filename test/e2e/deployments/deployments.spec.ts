import type { Locator } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import {
  addDeployment,
  deploymentTabTitle,
  findGroup,
  hour,
  listRequests,
  listServiceDeployments,
  openEnvironment,
} from '../deploymentRows.ts';
import { expect, test } from '../fixtures.ts';

test.describe('the deployments of an environment', () => {
  test('are listed newest first, have the same terms everywhere, and link to their logs and IDs', async ({
    workbench,
    page,
    service,
  }) => {
    await test.step('are listed newest first when their group is expanded', async () => {
      await openEnvironment(workbench, 'weather-tools', 'production');
      const group = findGroup(workbench, 'production');
      await expect(group).toContainText('deployed 2h ago');
      expect(listRequests(service, /\/deployments/)).toEqual([]);
      await group.click();
      const first = workbench.row('Cache forecasts for ten minutes');
      await expect(first).toContainText(/current · main · \w{7} · ci-bot · 2h ago/);
      await expect(first).toHaveAccessibleName(
        /^Cache forecasts for ten minutes, deployed, current, main, \w{7}, ci-bot, 2 hours ago$/,
      );
      await expect(first.locator('.codicon-pass-filled')).toBeVisible();
      await expect(workbench.row('Add the get_alerts tool').locator('.codicon-pass')).toBeVisible();
      await expect(workbench.row('Add the get_alerts tool')).not.toContainText('current');
      const failed = workbench.row('Move to the new forecast API');
      await expect(failed.locator('.codicon-error')).toBeVisible();
      // Only the latest deployment needs attention.
      await expect(failed).toHaveAccessibleName(/^Move to the new forecast API, failed, main, .* ago$/);
      await expect(workbench.row('Try a smaller image').locator('.codicon-circle-slash')).toBeVisible();
      const rows = page.locator('.monaco-list-row[aria-level="4"]');
      await expect(rows).toHaveText([/^Cache/, /^Add/, /^Move/, /^Try/]);
      await expect(failed.locator('.monaco-icon-label')).toHaveAttribute(
        'aria-label',
        /Status: failed.*Branch: main.*Commit: .*Author: octo-dev.*Duration: 21 s.*Deployment ID: /s,
      );
      expect(listRequests(service, /\/deployments/)).toHaveLength(1);
    });

    await test.step('have the same terms everywhere', async () => {
      const subject = 'Cache forecasts for ten minutes';
      const row = workbench.environment('weather-tools', 'production');
      await expect(findGroup(workbench, 'production')).toContainText('deployed 2h ago');
      await expect(workbench.row(subject)).toHaveAccessibleName(new RegExp(`^${subject}, deployed, `));
      const hover = (one: Locator) => one.locator('.monaco-icon-label');
      await expect(hover(workbench.row(subject))).toHaveAttribute('aria-label', /Status: deployed, current/);
      await expect(hover(row)).toHaveAttribute('aria-label', new RegExp(`Deployment: deployed · ${subject}`));
      await workbench.run('Open Deployment Logs');
      await workbench.choose(workbench.item('production').filter({ hasText: 'weather-tools' }));
      await expect(workbench.item(subject)).toContainText('deployed · ');
      await page.keyboard.press('Escape');
      await workbench.row(subject).click();
      await expect(
        workbench.tab(
          deploymentTabTitle(
            'weather-tools/production',
            listServiceDeployments(service, 'weather-tools', 'production')[0],
          ),
        ),
      ).toBeVisible();
      await expect(workbench.logs.getByText('Ended: deployed after')).toBeVisible();
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
      await expect(more).toContainText('10 of 13 shown');
      await workbench.row('Change 8').click();
      await expect(workbench.logs.locator('.row').last()).toContainText('Deployed');
      await workbench.run('Focus on Projects View');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(more).toHaveCount(0);
      await expect(workbench.row('Try a smaller image')).toBeVisible();
    });
  });
});
