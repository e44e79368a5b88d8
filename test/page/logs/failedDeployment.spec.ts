import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';

/** Deploys billing-mcp / production, and ends the deployment at once. */
function deploy({ world, clock }: SampleService, outcome: 'deployed' | 'failed', message: string): void {
  const environment = world.environments.get(
    findEnvironmentId({ world } as SampleService, 'billing-mcp', 'production'),
  );
  if (!environment) throw new Error('There is no environment.');
  clock.advance(1000);
  const deployment = startDeployment(world, environment);
  world.deployments.set(deployment.id, {
    ...deployment,
    outcome,
    sourceCommitMessage: message,
    durationMs: 0,
  });
}

test('the logs of an environment name the failure of a newer deployment, and lead to its log', async ({
  workbench,
  page,
}) => {
  await workbench.openLogs('billing-mcp', 'production');
  const { logs } = workbench;
  const bar = logs.locator('.notice.warning');
  await expect(bar).toContainText(
    'Latest deployment failed 54 minutes ago. Still serving the previous deployment: List invoices by customer.',
  );
  await expect(bar).toHaveAttribute('role', 'status');
  await expectAccessibleInAllThemes(page);
  await page.setViewportSize({ width: 300, height: 700 });
  // The histogram gets its new width a moment later.
  await expect.poll(() => logs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
  await bar.getByRole('button', { name: 'Show Why' }).press('Enter');
  await expect(workbench.tab('Round amounts half to even (production)')).toBeSelected();
  await expect(logs.getByRole('heading', { level: 1 })).toHaveText('Failed after 33 s');
  await expect(bar).toHaveCount(0);
});

test('the bar disappears after a newer deployment has succeeded', async ({ workbench, service }) => {
  await workbench.openLogs('billing-mcp', 'production');
  const bar = workbench.logs.locator('.notice.warning');
  await expect(bar).toBeVisible();
  // Another user deploys. A page that shows the environment notices it.
  deploy(service, 'deployed', 'Round half to even again');
  await workbench.run('Open Environment', workbench.environment('billing-mcp', 'production'));
  await expect(workbench.webview.getByText('Round half to even again')).toBeVisible();
  await workbench.openLogs('billing-mcp', 'production');
  await expect(workbench.logs.locator('.row').last()).toBeVisible();
  await expect(bar).toHaveCount(0);

  // And appears after one has failed.
  deploy(service, 'failed', 'Break it');
  await workbench.run('Open Environment', workbench.environment('billing-mcp', 'production'));
  await workbench.webview.getByRole('button', { name: 'Refresh' }).click();
  await expect(workbench.webview.getByText('Break it')).toBeVisible();
  await workbench.openLogs('billing-mcp', 'production');
  await expect(bar).toContainText('Still serving the previous deployment: Round half to even again.');
});

test('there is no bar if the latest deployment succeeded, or cannot be read', async ({
  workbench,
  service,
}) => {
  service.faults.add({ match: { path: '^/v1/projects/[^/]+/deployments' }, status: 403 });
  await workbench.openLogs('billing-mcp', 'production');
  await expect(workbench.logs.locator('.row').last()).toBeVisible();
  await expect
    .poll(() => service.requests.list().some(({ path }) => path.includes('/deployments')))
    .toBe(true);
  await expect(workbench.logs.locator('.notice')).toHaveCount(0);
  service.faults.clear();
  await workbench.openLogs('weather-tools', 'production');
  await expect(workbench.logs.locator('.row').last()).toBeVisible();
  await expect(workbench.logs.locator('.notice')).toHaveCount(0);
});
