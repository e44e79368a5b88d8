import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import {
  addEnvironment,
  expandRow,
  findGroup,
  listDeploymentRequests,
  listRequests,
  listServiceDeployments,
} from '../kit/deploymentRows.ts';

test.describe('a service that does not list deployments', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('does not start them either, and reports that', async ({ workbench, service }) => {
    await addEnvironment(workbench, findEnvironmentId(service, 'weather-tools', 'staging'));
    const row = workbench.tree.getByRole('treeitem', { name: 'staging, environment added by ID' });
    const message = workbench.notification("doesn't support deployments");
    for (const run of [
      () => workbench.runOn(row, 'Deploy'),
      // The command doesn't ask for an environment either.
      () => workbench.run('Deploy'),
    ]) {
      await run();
      await expect(message).toHaveIcon('information');
      await expect(workbench.dialog).toHaveCount(0);
      await expect(workbench.input).toBeHidden();
      await workbench.clearNotifications();
      await expect(message).toHaveCount(0);
    }
    expect(listDeploymentRequests(service)).toEqual([]);
    // The extension already has the data.
    service.requests.clear();
    await workbench.run('Deploy');
    await expect(message).toBeVisible();
    expect(listRequests(service, /deployments|\/deploy/)).toEqual([]);
  });

  test('reports that there is nothing to select, also in the group, with a log by its ID', async ({
    workbench,
    service,
  }) => {
    await test.step('reports that there is nothing to select, before any prompt', async () => {
      await expect(workbench.tree).toContainText("can't list projects");
      await workbench.run('Copy Commit ID');
      const message = workbench.notification("can't list deployments");
      await expect(message).toHaveIcon('information');
      await expect(workbench.input).toBeHidden();
      expect(listRequests(service, /\/deployments\?/)).toEqual([]);
    });

    await test.step('still has logs of deployments, by their IDs', async () => {
      const [newest] = listServiceDeployments(service, 'weather-tools', 'staging');
      await workbench.run('Open Deployment Logs');
      await expect(workbench.inputMessage).toContainText('deployment ID');
      await workbench.enter('dpl_of_nobody');
      await expect(workbench.inputMessage).toContainText('the ID is wrong');
      await workbench.enter(newest?.id ?? '');
    });

    await test.step('reports that in the group, with a log by its ID', async () => {
      const id = findEnvironmentId(service, 'weather-tools', 'staging');
      await addEnvironment(workbench, id);
      const row = workbench.tree.getByRole('treeitem', { name: 'staging, environment added by ID' });
      await expandRow(row);
      await findGroup(workbench, 'staging').click();
      await expect(workbench.row("can't list deployments")).toBeVisible();
      await workbench.row('Open Deployment Logs by ID...').click();
      await expect(workbench.inputMessage).toContainText('deployment ID');
      await workbench.enter(listServiceDeployments(service, 'weather-tools', 'staging')[0]?.id ?? '');
    });
  });
});
