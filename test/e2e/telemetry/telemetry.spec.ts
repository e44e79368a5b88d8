import { findEnvironmentId } from '../../kit/sample.ts';
import {
  edgeCaseEnvironment,
  edgeCaseEnvironmentPath,
  findTreeRow,
  openEdgeCaseEnvironment,
  openEnvironment,
} from '../environmentGroups.ts';
import { readFilesBelow } from '../filesBelow.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const project = 'weather-tools';
const group = (workbench: Workbench, name = 'production') =>
  findTreeRow(workbench, new RegExp(`^Telemetry destinations of ${name}`));

test.describe('telemetry destinations', () => {
  test('are on the page of their environment; nulls, unusual URLs, and unknown values do no harm', async ({
    workbench,
    service,
    editor,
  }) => {
    await test.step('tolerate nulls, unusual URLs, and unknown values', async () => {
      const emptyDestination = {
        id: 'tel_null',
        signal: null,
        endpoint: null,
        protocol: null,
        headers: null,
        status: null,
      };
      const hostileDestination = {
        id: 'tel odd/?#',
        signal: 'profiles',
        endpoint: 'https://user:held9-secret@odd.example.com/v1?api_key=held9-key',
        protocol: 'grpc',
        headers: [
          { id: 'h1', name: '$^`|~', value: 'held9-plain', isSecret: false },
          { id: 'h2', name: 'Authorization', value: 'Bearer held9-bearer', isSecret: false },
        ],
        status: 'paused',
        lastFailureReason: 'moon-phase',
        isScopedToIntentionalRequestsOnly: null,
      };
      const long = {
        ...hostileDestination,
        id: 'tel_long',
        signal: 'logs',
        endpoint: `no address ${'x'.repeat(2037)}`,
      };
      const path = `/v1/environments/${findEnvironmentId(service, project, 'production')}/telemetry-destinations`;
      service.faults.add({ match: { path }, body: [emptyDestination, hostileDestination, long] });
      await workbench.logEverything();
      await openEnvironment(workbench, project, 'production');
      await expect(group(workbench)).toHaveAccessibleName('Telemetry destinations of production, 3');
      await group(workbench).click();
      await expect(
        findTreeRow(workbench, 'Unknown signal to no endpoint, unknown protocol, unknown status'),
      ).toBeVisible();
      await expect(findTreeRow(workbench, /^Logs to no address x+…, grpc, paused/)).toBeVisible();
      const row = findTreeRow(workbench, 'profiles to odd.example.com/v1, grpc, paused');
      await row.click();
      await expect(workbench.row('Last failure: moon-phase')).toBeVisible();
      await expect(workbench.row('https://•••@odd.example.com/v1?api_key=•••')).toBeVisible();
      await expect(findTreeRow(workbench, 'Header $^`|~, plain')).toBeVisible();
      await expect(workbench.page.locator('body')).not.toContainText('held9');
      await workbench.runOn(group(workbench), 'Show Telemetry Destinations');
      const content = workbench.webview;
      await expect(content.getByText('plain, but looks like a secret').first()).toBeVisible();
      await expect(content.locator('body')).not.toContainText('held9');
      const holding = () =>
        readFilesBelow(editor.dataDir).filter(([name, text]) => /log/.test(name) && text.includes('held9'));
      expect(holding().map(([name]) => name)).toEqual([]);
      expect(editor.log()).not.toContain('held9');
      // Collapses the project, so that the rows below become visible.
      await workbench.row(project).click();
    });

    await test.step('are a section of the page of their environment, which a command opens', async () => {
      await openEdgeCaseEnvironment(workbench);
      const content = workbench.webview;
      await workbench.runOn(edgeCaseEnvironment(workbench), 'Show Environment');
      await expect(content.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>');
      await expect(content.locator('img')).toHaveCount(0);
      const suspendedGroup = findTreeRow(workbench, /^Telemetry destinations of .*, 11 suspended/);
      await expect(suspendedGroup).toBeVisible();
      await workbench.runOn(suspendedGroup, 'Show Telemetry Destinations');
      await expect(content.getByRole('heading', { name: 'Telemetry destinations' })).toBeFocused();
      expect(
        service.requests
          .list()
          .some(({ path }) => path === `${edgeCaseEnvironmentPath}/telemetry-destinations`),
      ).toBe(true);
    });

    await test.step('are explained if there are none', async () => {
      await openEnvironment(workbench, project, 'staging');
      await expect(group(workbench, 'staging')).toHaveAccessibleName('Telemetry destinations of staging, 0');
      await group(workbench, 'staging').click();
      await expect(workbench.row('No telemetry destinations.')).toBeVisible();
      await workbench.runOn(group(workbench, 'staging'), 'Show Telemetry Destinations');
      await expect(workbench.webview.getByText('A destination is an OTLP receiver')).toBeVisible();
    });
  });
});
