import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

const project = 'weather-tools';
const minute = 60_000;

const logRequests = (service: SampleService) =>
  service.requests.list().filter(({ path }) => /\/(latest-)?logs/.test(path));

test('a deleted environment ends the open log panels of it and its deployments, which keep their rows', async ({
  workbench,
  service,
}) => {
  await test.step('ends its open log panel, which keeps its rows', async () => {
    await workbench.openLogs(project, 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    const counts = await logs.locator('.counts').innerText();
    await deleteByName(workbench, workbench.environment(project, 'staging'), 'staging');
    const bar = logs.locator('.notice.calm');
    await expect(bar).toContainText(/environment .* deleted\. The loaded entries/);
    await expect(bar).toHaveRole('status');
    await expect(bar.locator('.codicon-info')).toBeVisible();
    await expect(bar.getByRole('button')).toHaveCount(0);
    await expect(logs.locator('.ended')).toHaveCount(0);
    await expect(logs.locator('.live, .live-state')).toHaveCount(0);
    await expect(logs.locator('.counts')).toHaveText(counts);
    service.requests.clear();
    await logs.locator('.grid').press('Home');
    await logs.getByRole('button', { name: 'Load Older Entries' }).click();
    await expect(bar).toContainText(/older entries\. .*environment .* deleted/);
    await workbench.run('Refresh Projects');
    await expect(bar).toContainText(/environment .* deleted/);
    await expect(logs.locator('.counts')).toHaveText(counts);
    expect(logRequests(service)).toEqual([]);
  });

  await test.step('ends an empty log panel, without the promise of new entries', async () => {
    const quiet = workbench.environment('docs-search', 'quiet');
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('No recent entries.');
    await deleteByName(workbench, quiet, 'quiet');
    await expect(logs.locator('.empty')).toHaveText(/deleted before any entries were loaded\.\s*$/);
    await expect(logs.locator('.ended')).toHaveCount(0);
    await expect(logs.locator('.live, .live-state')).toHaveCount(0);
  });

  await test.step('ends the open log of its running deployment', async () => {
    const environment = service.world.environments.get(findEnvironmentId(service, 'billing-mcp', 'staging'));
    if (!environment) throw new Error('There is no staging.');
    const deployment = { ...startDeployment(service.world, environment), durationMs: 20 * minute };
    const { id } = deployment;
    service.world.deployments.set(id, deployment);
    service.clock.advance(10 * minute);
    const staging = workbench.environment('billing-mcp', 'staging');
    await workbench.runOn(staging, 'Open Deployment Logs');
    await workbench.choose(workbench.item(/deploying/).first());
    const { logs } = workbench;
    await expect(logs.locator('.row').first()).toBeVisible();
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'true');
    await deleteByName(workbench, staging, 'staging');
    await expect(logs.locator('.notice.calm')).toContainText(/environment .* deleted/);
    await expect(logs.locator('.headline')).toHaveText('Ended: the environment was deleted');
    await expect(logs.locator('.live, .live-state')).toHaveCount(0);
    await expect(logs.locator('.row').first()).toBeVisible();
    service.requests.clear();
    await workbench.run('Refresh Projects');
    // Entries of other environments can still be read.
    await workbench.openLogs(project, 'production');
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
    expect(service.requests.list().filter(({ path }) => path.includes(`${id}/logs`))).toEqual([]);
  });
});

async function deleteByName(workbench: PageWindow, row: object, name: string): Promise<void> {
  await workbench.runOn(row, 'Delete Environment...');
  await expect(workbench.input).toBeVisible();
  await workbench.enter(name);
  await expect(workbench.input).toBeHidden();
}
