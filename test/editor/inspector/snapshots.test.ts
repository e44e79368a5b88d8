import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { deploy, listServiceDeployments } from '../kit/deploymentRows.ts';
import type { HostWindow } from '../window.ts';

const setting = 'hostedMcp.inspector.snapshotAfterDeployment';

test.describe('a snapshot after a deployment', () => {
  test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false }, settings: { [setting]: true } });

  test('is saved, reports breaking changes, and is deleted with the environment', async ({
    workbench,
    service,
    storage,
  }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    const warning = workbench.notification('break callers');

    await workbench.row('weather-tools').click();
    await test.step('saves the first one without a comparison', async () => {
      await deployed(workbench, service, 'staging');
      await expect.poll(() => snapshots(storage)).toHaveLength(1);
    });

    await test.step('reports nothing if nothing changed', async () => {
      await deployed(workbench, service, 'staging');
      await expect.poll(() => snapshots(storage)).toHaveLength(2);
      await expect(warning).toHaveCount(0);
    });

    await test.step('reports a removed tool, with a link to the comparison', async () => {
      const environment = service.world.environments.get(id);
      if (!environment) throw new Error('There is no environment.');
      const mcpServerUrl = `${service.url}/sse/${id}`;
      service.world.environments.set(id, { ...environment, mcpServerUrl });
      await deployed(workbench, service, 'staging');
      await expect(warning).toContainText('weather-tools/staging');
      await expect.poll(() => snapshots(storage)).toHaveLength(3);
      await warning.getByRole('button', { name: 'Show Changes' }).click();
      await expect(workbench.tab('Inspect: weather-tools/staging')).toBeVisible();
      expect(workbench.fakeEditor.log.filter((line) => line.includes('No snapshot'))).toEqual([]);
    });

    await test.step('deletes all of them with the environment', async () => {
      await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Delete Environment...');
      await workbench.enter('staging');
      await expect.poll(() => snapshots(storage)).toHaveLength(0);
    });
  });

  test('is not saved for a server whose required header is unknown: the log explains that, without a prompt', async ({
    workbench,
    service,
    storage,
  }) => {
    await workbench.row('weather-tools').click();
    await deployed(workbench, service, 'production');
    const logLines = () => workbench.fakeEditor.log.filter((line) => line.includes('No snapshot'));
    await expect.poll(logLines).toHaveLength(1);
    expect(logLines()[0]).toContain('x-weather-key');

    await test.step('also if the playground, which declares the header, cannot be read', async () => {
      service.faults.add({ match: { path: '^/v1/environments/[^/]+/playground' }, status: 500 });
      await deployed(workbench, service, 'production');
      await expect.poll(logLines).toHaveLength(2);
    });
    await expect(workbench.input).toBeHidden();
    expect(service.requests.list().filter(({ path }) => path.startsWith('/mcp'))).toEqual([]);
    expect(snapshots(storage)).toEqual([]);
  });
});

test.describe('without the setting', () => {
  test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

  test('no snapshot is saved after a deployment', async ({ workbench, service, storage }) => {
    await workbench.row('weather-tools').click();
    await deployed(workbench, service, 'staging');
    await vscode.workspace.getConfiguration().update(setting, true, vscode.ConfigurationTarget.Global);
    await deployed(workbench, service, 'staging');
    const [last] = listServiceDeployments(service, 'weather-tools', 'staging');
    // A snapshot of the previous deployment would exist by now.
    await expect.poll(() => snapshots(storage).map(deploymentIn)).toEqual([last?.id]);
  });
});

/** Deploys an environment, and lets the deployment end. */
async function deployed(workbench: HostWindow, service: SampleService, name: string): Promise<void> {
  const row = workbench.environment('weather-tools', name);
  await deploy(workbench, row);
  // The row is redrawn later. A deployment that isn't shown yet would look like one that has ended.
  await expect(row).toContainText('deploying...');
  service.clock.advance(31_000);
  await expect(row).not.toContainText('deploying...');
}

const deploymentIn = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8')).deploymentId;

/** Returns the files of snapshots. */
function snapshots(storage: string): readonly string[] {
  const folder = join(storage, 'snapshots');
  try {
    return readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
