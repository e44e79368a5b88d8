import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import { expect, test } from '../fixtures.ts';

const minute = 60_000;
const duration = 10 * minute;
const deploymentLogs = { path: '^/v1/deployments/[^/]+/logs' };

/** Starts a failing deployment of docs-search / production that takes ten minutes on the service's clock. */
function start({ world }: SampleService, id: string): string {
  const environment = world.environments.get(id);
  if (!environment) throw new Error(`There is no environment ${id}.`);
  const deployment = startDeployment(world, environment);
  const message = 'Try the new\tindex\n\nWith a body';
  world.deployments.set(deployment.id, {
    ...deployment,
    durationMs: duration,
    outcome: 'failed',
    sourceCommitMessage: message,
  });
  return deployment.id;
}

/** The messages after half of the time. */
const half = [
  'Cloning the repository',
  'Cloned in 1.2 s',
  '> npm ci',
  'added 214 packages, and audited 215 packages in 4s',
  'found 0 vulnerabilities',
  '> npm run build',
  '',
  '> tsc -p . && node scripts/bundle.js',
  'warning: 1 unused export in src/legacy',
];

test.describe('the log of a deployment', () => {
  test('grows while it runs, and shows the result', async ({ workbench, service }) => {
    start(service, findEnvironmentId(service, 'docs-search', 'production'));
    const row = workbench.environment('docs-search', 'production');
    await workbench.runOn(row, 'Open Deployment Logs');
    await expect(workbench.item(/Rank titles above bodies.*deployed · 4d · /)).toBeVisible();
    await expect(workbench.item(/./).first()).toContainText('Try the new index');
    await workbench.choose(workbench.item(/Try the new index.*deploying · just now · octo-dev/));

    const { logs } = workbench;
    const tab = workbench.tab('Try the new index (production)');
    await expect(tab).toBeSelected();
    await expect(logs.locator('.row .message')).toHaveText(half.slice(0, 1));
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'true');
    // Controls that a build log doesn't have.
    await expect(logs.locator('.levels, .range, .older button')).toHaveCount(0);
    await expect(logs.getByRole('button', { name: /Search on the Service|Group by Request/ })).toHaveCount(0);
    await expect(logs.locator('.row .type').first()).toBeHidden();

    service.clock.advance(duration / 2);
    await expect(logs.locator('.row .message')).toHaveText(half);
    await expect(logs.locator('.row [style*="ansiCyan"]')).toHaveText(['> npm ci', '> npm run build']);
    await expect(logs.locator('.row [style*="ansiYellow"]')).toHaveText('warning');
    await expect(logs.locator('.row .time').nth(4)).toHaveText('–');

    service.clock.advance(duration / 2);
    await expect(logs.getByRole('heading', { level: 1 })).toHaveText('Failed after 10 min 0 s');
    await expect(logs.locator('.counts')).toHaveText('15 entries');
    await expect(logs.locator('.row').last()).toContainText('Failed');
    await expect(logs.locator('.live')).toHaveCount(0);
  });

  test('opens once, and offers no search on the service if a filter hides all rows', async ({
    workbench,
    service,
  }) => {
    start(service, findEnvironmentId(service, 'docs-search', 'production'));
    for (let time = 0; time < 2; time++) {
      await workbench.runOn(workbench.environment('docs-search', 'production'), 'Open Deployment Logs');
      await workbench.choose(workbench.item('Try the new index'));
      await expect(workbench.logs.locator('.row').last()).toContainText('Cloning the repository');
      await expect(workbench.tab(/^Try the new index/)).toHaveCount(1);
      await expect(workbench.tab(/^Try the new index/)).toBeSelected();
    }
    const { logs } = workbench;
    await logs.locator('input').fill('no entry has this');
    await expect(logs.locator('.empty')).toContainText("The loaded entry doesn't match");
    await expect(logs.locator('.empty button')).toHaveText(['Clear Filters']);
  });

  test('is restored with the editor, and continues', async ({ workbench, service }) => {
    start(service, findEnvironmentId(service, 'docs-search', 'production'));
    await workbench.runOn(workbench.environment('docs-search', 'production'), 'Open Deployment Logs');
    await workbench.choose(workbench.item('Try the new index'));
    await expect(workbench.logs.locator('.row')).toHaveCount(1);
    await workbench.reloadWithEditors();
    await expect(workbench.tab('Try the new index (production)')).toBeSelected();
    const messages = workbench.logs.locator('.row .message');
    await expect(messages).toHaveText(half.slice(0, 1));
    service.clock.advance(duration / 2);
    await expect(messages).toHaveText(half);
  });

  test('tolerates a failing poll; a rejection has a remedy', async ({ workbench, service }) => {
    start(service, findEnvironmentId(service, 'docs-search', 'production'));
    service.faults.add({ match: deploymentLogs, status: 403 });
    await workbench.runOn(workbench.environment('docs-search', 'production'), 'Open Deployment Logs');
    await workbench.choose(workbench.item('Try the new index'));
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('Permission denied for "HOSTED_MCP_API_KEY"');
    service.faults.clear();
    await logs.getByRole('button', { name: 'Try Again' }).click();
    await expect(logs.locator('.row .message')).toHaveText(half.slice(0, 1));

    service.faults.add({ match: deploymentLogs, status: 500 });
    await expect(logs.locator('.status')).toContainText('Reconnecting');
    await expect(logs.locator('.row .message')).toHaveText(half.slice(0, 1));
    await expect(logs.locator('.notice')).toHaveCount(0);
    service.clock.advance(duration / 2);
    service.faults.clear();
    await expect(logs.locator('.row .message')).toHaveText(half);
  });
});

test.describe('a service that does not list deployments', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('asks for an ID, which is validated in its prompt; the end has no result', async ({
    workbench,
    service,
  }) => {
    const id = start(service, findEnvironmentId(service, 'docs-search', 'production'));
    service.clock.advance(duration);
    await workbench.run('Open Deployment Logs');
    // Before that, the input box belongs to the Command Palette.
    await expect(workbench.inputMessage).toContainText('deployment ID');
    await workbench.enter('..');
    await expect(workbench.inputMessage).toContainText('"." or ".."');
    await workbench.enter('dpl_that_is_not_there');
    await expect(workbench.inputMessage).toContainText('the ID is wrong');
    await workbench.enter(` ${id} `);
    await expect(workbench.tab(`Deployment: ${id}`)).toBeSelected();
    await expect(workbench.logs.locator('.row').last()).toContainText('Failed');
    await expect(workbench.logs.getByRole('heading', { level: 1 })).toHaveText('Ended');
  });

  test('also opens the ID prompt from an environment', async ({ workbench }) => {
    await workbench.runOn(workbench.environment('docs-search', 'quiet'), 'Open Deployment Logs');
    await expect(workbench.inputMessage).toContainText('deployment ID');
  });
});
