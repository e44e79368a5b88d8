import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const extension = 'hosted-mcp.hosted-mcp';

/** Opens a link of the editor's URI scheme, as the operating system does. */
async function openLink(workbench: Workbench, path: string): Promise<void> {
  await workbench.runOther('Developer: Open URL');
  await workbench.enter(`vscode://${extension}${path}`);
  // The editor asks before it passes a link to an extension.
  await workbench.dialog.getByRole('button', { name: 'Open', exact: true }).click();
}

test.describe('a link', () => {
  test('reveals a row or opens logs; invalid links and links of other services are rejected', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('of another service is rejected', async () => {
      const id = findEnvironmentId(service, 'weather-tools', 'staging');
      await expect(workbench.row('weather-tools')).toBeVisible();
      service.requests.clear();
      await openLink(
        workbench,
        `/environment/${id}/logs?service=${encodeURIComponent('https://other.example')}`,
      );
      await expect(workbench.notification('different service: other.example')).toBeVisible();
      expect(service.requests.list()).toEqual([]);
    });

    await test.step('that was copied from a row reveals the row', async () => {
      await workbench.row('weather-tools').click();
      await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Copy Link');
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      const id = findEnvironmentId(service, 'weather-tools', 'staging');
      await expect.poll(clipboard).toContain(`/environment/${id}?service=`);
      const link = new URL(await clipboard());
      await workbench.row('weather-tools').click();
      await expect(workbench.environment('weather-tools', 'staging')).toHaveCount(0);
      await openLink(workbench, `${link.pathname}${link.search}`);
      await expect(workbench.environment('weather-tools', 'staging')).toHaveClass(/selected/);
    });

    await test.step('to a missing or unknown target is reported', async () => {
      await openLink(workbench, '/environment/no-such-environment');
      await expect(workbench.notification(/not found|does not exist|no longer/i)).toBeVisible();
      service.requests.clear();
      await openLink(workbench, '/delete/no-such-environment');
      await expect(workbench.notification("Couldn't open the link")).toBeVisible();
      expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    await test.step('opens the logs of an environment', async () => {
      await openLink(
        workbench,
        `/environment/${findEnvironmentId(service, 'weather-tools', 'staging')}/logs`,
      );
      await expect(workbench.tab(/staging/)).toBeVisible();
    });
  });
});
