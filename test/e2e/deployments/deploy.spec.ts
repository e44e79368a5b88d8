import {
  changeVariable,
  expectNoRequests,
  listDeploymentRequests,
  openDeployments,
} from '../deploymentRows.ts';
import { expect, test } from '../fixtures.ts';

test.describe('Deploy', () => {
  test('asks for one confirmation that names production, and follows the deployment to its end', async ({
    workbench,
    service,
  }) => {
    const { row, group } = await openDeployments(workbench, 'weather-tools', 'production');
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
    await expect(group).toContainText('deploying...');
    expect(listDeploymentRequests(service)).toHaveLength(1);
    await expect(workbench.notification('has started')).toHaveCount(0);
    await deployed.click();
    await expect(workbench.tab(/^Deployment: weather-tools\/production/)).toBeVisible();

    service.clock.advance(31_000);
    await expect(deployed.locator('.codicon-pass-filled')).toBeVisible();
    await expect(deployed).toHaveAccessibleName(/^Deployed by hand, deployed, current, /);
    await expect(row).not.toContainText('deploying...');
    await expect(row).not.toContainText('redeploy to apply');
    await expect(group).toContainText('deployed');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await expectNoRequests(service);
  });
});
