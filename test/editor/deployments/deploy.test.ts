import * as vscode from 'vscode';
import { SettingId } from '../../../src/ids.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import {
  addDeployment,
  deploy,
  deploymentTabTitle,
  expectNoRequests,
  failNewestDeployment,
  findGroup,
  hour,
  listDeploymentRequests,
  listRequests,
  listServiceDeployments,
  openDeployments,
  pollPattern,
} from '../kit/deploymentRows.ts';

test.describe('Deploy', () => {
  test('starts nothing after a cancellation; reports a failure, and environments that are deleted in the meantime', async ({
    workbench,
    service,
  }) => {
    await test.step('starts nothing after a cancellation', async () => {
      await openDeployments(workbench, 'weather-tools', 'staging');
      const group = findGroup(workbench, 'staging');
      await workbench.runOn(group, 'Deploy');
      await expect(workbench.dialog).toContainText('Deploy weather-tools/staging?');
      await expect(workbench.dialog).not.toContainText('An agent in the chat');
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.dialog).toHaveCount(0);
      expect(listDeploymentRequests(service)).toEqual([]);
    });

    await test.step('reports a failure, with its log', async () => {
      const row = workbench.environment('weather-tools', 'staging');
      await deploy(workbench, row);
      await expect(row).toContainText('deploying...');
      const newest = failNewestDeployment(service, 'weather-tools', 'staging');
      const message = workbench.notification('weather-tools/staging failed');
      await expect(message).toHaveIcon('error');
      await expect(workbench.row('weather-tools')).toHaveAccessibleName(/of staging failed$/);
      await expect(workbench.badge).toHaveText('3');
      await message.getByRole('button', { name: 'Open Logs' }).click();
      await expect(workbench.tab(deploymentTabTitle('weather-tools/staging', newest))).toBeVisible();
    });

    await test.step('reports that the result of a deleted deployment remains unknown', async () => {
      await workbench.clearNotifications();
      await deploy(workbench, workbench.environment('weather-tools', 'staging'));
      await expect(workbench.environment('weather-tools', 'staging')).toContainText('deploying...');
      const [own] = listServiceDeployments(service, 'weather-tools', 'staging');
      service.world.deployments.delete(own?.id ?? '');
      await expect(workbench.notification('weather-tools/staging no longer exists')).toBeVisible();
      await expectNoRequests(service);
    });

    await test.step('reports that the service does not provide the result', async () => {
      await workbench.clearNotifications();
      await deploy(workbench, workbench.environment('weather-tools', 'staging'));
      const unknownRoute = { status: 404, body: { message: 'Not Found' } };
      service.faults.add({
        match: { method: 'GET', path: '^/v1/(projects/[^/]+/)?deployments' },
        ...unknownRoute,
      });
      await expect(workbench.notification("this service doesn't report it")).toBeVisible();
    });
  });

  test('from the Command Palette asks for the environment, and reports the end in any view', async ({
    workbench,
    service,
  }) => {
    await workbench.row('docs-search').click();
    await expect(workbench.environment('docs-search', 'production')).toContainText('deploying...');
    const [elsewhere] = listServiceDeployments(service, 'docs-search', 'production');
    await expect.poll(() => listRequests(service, pollPattern(elsewhere)).length).toBeGreaterThan(0);
    await workbench.row('weather-tools').click();
    await workbench.run('Deploy');
    await workbench.choose(workbench.item('staging').filter({ hasText: 'weather-tools' }));
    await expect(workbench.dialog).toContainText('Deploy weather-tools/staging?');
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect(workbench.environment('weather-tools', 'staging')).toContainText('deploying...');
    expect(listDeploymentRequests(service)).toHaveLength(1);
    const [own] = listServiceDeployments(service, 'weather-tools', 'staging');
    workbench.showView(false);
    await expect(workbench.row('weather-tools')).toBeHidden();
    const pollsOwn = async () => {
      service.requests.clear();
      await expect
        .poll(() => listRequests(service, pollPattern(own)).length, { timeout: 20_000 })
        .toBeGreaterThan(1);
    };
    // A request that was sent while the view was visible can still arrive.
    await pollsOwn();
    await pollsOwn();
    service.clock.advance(31_000);
    const message = workbench.notification('weather-tools/staging was deployed.');
    await expect(message).toHaveIcon('information');
    await expectNoRequests(service);
    expect(listRequests(service, pollPattern(elsewhere))).toEqual([]);
    await message.getByRole('button', { name: 'Open Logs' }).click();
    await expect(workbench.tab(deploymentTabTitle('weather-tools/staging', own))).toBeVisible();
  });

  test('reports nothing that is visible in a row or a page; otherwise reports progress, until the user turns that off', async ({
    workbench,
    service,
  }) => {
    const project = workbench.row('weather-tools').first();
    const row = workbench.environment('weather-tools', 'staging');
    await project.click();
    await deploy(workbench, row);
    await expect(row).toContainText('deploying...');
    service.clock.advance(31_000);
    await expect(row).not.toContainText('deploying...');
    await expectNoRequests(service);
    await project.click();
    await expect(row).toBeHidden();
    const environment = findEnvironmentId(service, 'weather-tools', 'staging');
    const again = () => workbench.run('Deploy', { environmentId: environment, confirmed: true });
    // The page of the environment shows the same.
    await workbench.run('Open Environment', { environmentId: environment });
    await expect(workbench.tab('staging')).toBeSelected();
    const all = () => listServiceDeployments(service, 'weather-tools', 'staging');
    const deployAgain = async () => {
      const before = all().length;
      await again();
      await expect.poll(() => all().length).toBe(before + 1);
      return all()[0];
    };
    const expectNoMessageAtEnd = async (own: ReturnType<typeof all>[number] | undefined) => {
      service.clock.advance(31_000);
      service.requests.clear();
      await expect
        .poll(() => listRequests(service, pollPattern(own)).length, { timeout: 20_000 })
        .toBeGreaterThan(0);
      await expectNoRequests(service);
      expect(workbench.notification('').allInnerTexts()).toEqual([]);
    };
    await expectNoMessageAtEnd(await deployAgain());
    // So does the log of the deployment.
    const next = await deployAgain();
    await workbench.run('Open Deployment Logs', { environmentId: environment, deploymentId: next?.id });
    await expect(workbench.tab('staging')).not.toBeSelected();
    await expectNoMessageAtEnd(next);
    await workbench.run('Open Environment', { environmentId: environment });
    await expect(workbench.tab('staging')).toBeSelected();
    const failing = await deployAgain();
    if (failing) service.world.deployments.set(failing.id, { ...failing, outcome: 'failed' });
    await workbench.run('Open Deployment Logs', { environmentId: environment, deploymentId: failing?.id });
    await expect(workbench.tab('staging')).not.toBeSelected();
    await expectNoMessageAtEnd(failing);
    await workbench.run('Open Environment', {
      environmentId: findEnvironmentId(service, 'docs-search', 'quiet'),
    });
    await expect(workbench.tab('quiet')).toBeSelected();
    await again();
    await expect(workbench.notification('')).toContainText(['has started']);
    service.clock.advance(31_000);
    const message = workbench.notification('was deployed.');
    await expect(message.getByRole('button')).toHaveText(['Open Logs', "Don't Show Again"]);
    await message.getByRole('button', { name: "Don't Show Again" }).click();
    const shows = (): unknown => vscode.workspace.getConfiguration().get(SettingId.deploymentMessages);
    await expect.poll(shows).toBe(false);
  });

  test('is reported in the window where it was started, even after a reload', async ({
    workbench,
    service,
  }) => {
    await workbench.row('weather-tools').click();
    await deploy(workbench, workbench.environment('weather-tools', 'staging'));
    await expect(workbench.environment('weather-tools', 'staging')).toContainText('deploying...');
    await workbench.reload();
    await expect(workbench.tree).toBeVisible();
    service.clock.advance(31_000);
    await expect(workbench.notification('weather-tools/staging was deployed.')).toBeVisible();
  });

  test('can be unreadable afterwards; a rejection names the missing permission', async ({
    workbench,
    service,
  }) => {
    await test.step('can be unreadable afterwards, if the account has no access to deployments', async () => {
      await workbench.row('weather-tools').click();
      service.faults.add({
        match: { method: 'GET', path: '^/v1/(projects/[^/]+/)?deployments' },
        status: 403,
      });
      await deploy(workbench, workbench.environment('weather-tools', 'staging'));
      await expect(workbench.notification('result for weather-tools/staging is unknown')).toBeVisible();
    });

    await test.step('names the environment and the missing permission after a rejection, and continues with another account', async () => {
      service.faults.clear();
      service.requests.clear();
      await workbench.clearNotifications();
      service.faults.add({ match: { method: 'POST' }, status: 403 });
      await deploy(workbench, workbench.environment('weather-tools', 'production'));
      const message = workbench.notification(/weather-tools\/production.* permission to start deployments/);
      await expect(message).toBeVisible();
      expect(listDeploymentRequests(service)).toHaveLength(1);
      await expect(message.getByRole('button')).toContainText(['Sign In', 'Switch Account', 'Try Again']);
      service.faults.clear();
      await message.getByRole('button', { name: 'Try Again' }).click();
      await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
      await expect(workbench.environment('weather-tools', 'production')).toContainText('deploying...');
    });
  });

  test('marks an environment while it is deploying, and does not start twice', async ({
    workbench,
    service,
  }) => {
    await test.step('reports a running deployment with its log, even if it was started elsewhere', async () => {
      const { row } = await openDeployments(workbench, 'weather-tools', 'staging');
      await workbench.runOn(row, 'Deploy');
      await expect(workbench.dialog).toContainText('Deploy weather-tools/staging?');
      const running = addDeployment(service, findEnvironmentId(service, 'weather-tools', 'staging'), {
        durationMs: hour,
        startedAt: service.clock.now(),
      });
      await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
      const message = workbench.notification('weather-tools/staging is already in progress');
      await expect(message).toBeVisible();
      await expect(row).toContainText('deploying...');
      await message.getByRole('button', { name: 'Open Logs' }).click();
      await expect(workbench.tab(deploymentTabTitle('weather-tools/staging', running))).toBeVisible();
      expect(listDeploymentRequests(service)).toHaveLength(1);

      // The extension already knows the conflict, so it sends nothing.
      await workbench.runOn(row, 'Deploy');
      await expect(message).toBeVisible();
      expect(listDeploymentRequests(service)).toHaveLength(1);
    });

    await test.step('marks an environment that was added by its ID while it is deploying', async () => {
      service.clock.advance(hour);
      await expect(workbench.environment('weather-tools', 'staging')).not.toContainText('deploying...');
      await workbench.clearNotifications();
      await workbench.run('Add Environment by ID...');
      await workbench.enter(findEnvironmentId(service, 'weather-tools', 'staging'));
      const row = workbench.tree.getByRole('treeitem', { name: 'staging, environment added by ID' });
      await deploy(workbench, row);
      await expect(row).toContainText('deploying...');
      await expect(row).toHaveAccessibleName(/, deploying\.\.\.$/);
      service.clock.advance(31_000);
      await expect(row).not.toContainText('deploying...');
    });
  });

  test('finds and reports its result if the response is lost, and is not sent twice', async ({
    workbench,
    service,
  }) => {
    await test.step('reports that the service does not know the result', async () => {
      const { row } = await openDeployments(workbench, 'weather-tools', 'staging');
      await workbench.runOn(row, 'Deploy');
      await expect(workbench.dialog).toContainText('Deploy weather-tools/staging?');
      service.faults.add({ match: { method: 'POST' }, drop: 'beforeAnswer' });
      service.faults.add({ match: { path: '^/v1/projects/[^/]+/deployments' }, status: 403 });
      await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
      await expect(
        workbench.notification('unknown whether a deployment of weather-tools/staging'),
      ).toBeVisible();
      expect(listDeploymentRequests(service)).toHaveLength(1);
    });

    await test.step('finds what it started if the response is lost, and sends nothing twice', async () => {
      service.faults.clear();
      service.requests.clear();
      const row = workbench.environment('weather-tools', 'staging');
      await workbench.clearNotifications();

      service.faults.add({ match: { method: 'POST' }, drop: 'afterWork', times: 1 });
      await deploy(workbench, row);
      await expect(row).toContainText('deploying...');
      await expect(workbench.row('Deployed by hand').icon('sync')).toBeVisible();
      expect(listDeploymentRequests(service)).toHaveLength(1);
    });

    await test.step('reports that nothing was started if the service lists nothing new', async () => {
      service.requests.clear();
      const row = workbench.environment('weather-tools', 'production');
      await workbench.clearNotifications();

      service.faults.add({ match: { method: 'POST' }, status: 500, times: 1 });
      await deploy(workbench, row);
      const message = workbench.notification('No deployment of weather-tools/production was started');
      await expect(message).toBeVisible();
      expect(listDeploymentRequests(service)).toHaveLength(1);
      await message.getByRole('button', { name: 'Try Again' }).click();
      await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
      await expect(row).toContainText('deploying...');
      expect(listDeploymentRequests(service)).toHaveLength(2);
    });
  });
});
