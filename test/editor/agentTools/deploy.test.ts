import { expect, test } from '../fixtures.ts';
import { listDeploymentRequests, listServiceDeployments } from '../kit/deploymentRows.ts';
import { invokeTool, readRecords } from './invokeTool.ts';

const staging = { environment: 'weather-tools/staging' };
const production = { environment: 'weather-tools/production' };

test.describe('The agent tool that deploys', () => {
  test('deploys after the confirmation of the chat, once, and reports the end to the user', async ({
    workbench,
    service,
  }) => {
    const result = await invokeTool('deploy', staging);
    expect(listDeploymentRequests(service)).toHaveLength(1);
    const [own] = listServiceDeployments(service, 'weather-tools', 'staging');
    expect(readRecords(result)).toEqual([
      expect.objectContaining({ ...staging, id: own?.id, status: 'ongoing' }),
    ]);
    await expect(workbench.dialog).toHaveCount(0);
    expect(await invokeTool('deploy', staging)).toContain(
      `Another deployment of this environment is already in progress (${own?.id}).`,
    );
    workbench.showView(false);
    service.clock.advance(31_000);
    await expect(workbench.notification('weather-tools/staging was deployed.')).toBeVisible();
  });

  test('needs the dialog of Deploy for production, and starts nothing if the user declines', async ({
    workbench,
    service,
  }) => {
    const declined = invokeTool('deploy', production);
    await expect(workbench.dialog).toContainText('Deploy weather-tools/production?');
    await expect(workbench.dialog).toContainText('An agent in the chat requests this deployment.');
    await expect(workbench.dialog).toContainText('Currently deployed:');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await declined).toContain('The user declined the deployment.');
    expect(listDeploymentRequests(service)).toEqual([]);

    const confirmed = invokeTool('deploy', production);
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    expect(await confirmed).toContain('The deployment has started.');
    expect(listDeploymentRequests(service)).toHaveLength(1);
  });
});

test.describe('The agent tool that deploys a protected environment', () => {
  test.use({ settings: { 'hostedMcp.protectedEnvironments': ['weather-tools/stag*'] } });

  test('needs the dialog of Deploy', async ({ workbench, service }) => {
    const call = invokeTool('deploy', staging);
    await expect(workbench.dialog).toContainText('Deploy weather-tools/staging (PROTECTED)?');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await call).toContain('The user declined the deployment.');
    expect(listDeploymentRequests(service)).toEqual([]);
  });
});
