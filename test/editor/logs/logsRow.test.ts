import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { deploymentTabTitle, listServiceDeployments } from '../kit/deploymentRows.ts';

test.describe('a click on an environment', () => {
  test('opens its latest logs', async ({ workbench, service }) => {
    await workbench.row('weather-tools').click();
    service.requests.clear();
    await workbench.environment('weather-tools', 'staging').click();
    await expect(workbench.tab('weather-tools/staging')).toBeSelected();
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await expect
      .poll(() => service.requests.list().some(({ path }) => path.includes(`${id}/logs`)))
      .toBe(true);
  });

  test('whose deployment failed opens the log of that deployment, as its first icon does', async ({
    workbench,
    service,
  }) => {
    const [failed] = listServiceDeployments(service, 'billing-mcp', 'production');
    const requests = () => service.requests.list().filter(({ path }) => path.endsWith('/logs'));
    await workbench.row('billing-mcp').click();
    const row = workbench.environment('billing-mcp', 'production');
    await row.click();
    await expect(workbench.tab(deploymentTabTitle('billing-mcp/production', failed))).toBeSelected();
    await expect
      .poll(() => requests().map(({ path }) => path))
      .toContain(`/v1/deployments/${failed?.id}/logs`);
    // The icon and the menu pass the row as the argument. The panel is already open.
    await workbench.runOn(row, 'Open Deployment Logs');
    await expect(workbench.input).toBeHidden();
    await workbench.runOn(row, 'Open Runtime Logs');
    await expect(workbench.tab(/^Logs: billing-mcp.production/)).toBeSelected();
  });
});
