import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { removeEnvironment } from '../../service/world/environments.ts';
import { expect, test } from '../fixtures.ts';
import { listRequestPaths } from '../kit/environmentGroups.ts';
import { expectStatusRead } from '../kit/publications.ts';
import type { HostWindow, RowLocator } from '../window.ts';

const project = 'weather-tools';
const command = 'Delete Environment...';
const environmentLabel = `${project}/staging`;

const stagingOf = (service: SampleService): string => findEnvironmentId(service, project, 'staging');
const deletions = (service: SampleService) =>
  service.requests.list().filter(({ method }) => method === 'DELETE');

/** Deletes an environment as another user would. */
function deleteElsewhere({ world }: SampleService, id: string): void {
  const environment = world.environments.get(id);
  if (environment) removeEnvironment(world, environment);
}

test.describe('an environment', () => {
  test('disappears from comparisons, documents, and favorites', async ({ workbench, service }) => {
    await test.step('is reported in a comparison; its document keeps the read variables, and cannot be saved', async () => {
      await workbench.row(project).click();
      await workbench.runOn(workbench.environment(project, 'staging'), 'Edit Variables');
      const text = workbench.text;
      await expect(text).toContainText('FORECAST_API_KEY');
      await workbench.runOn(workbench.environment(project, 'staging'), 'Compare Variables With...');
      await workbench.choose(workbench.item(`${project} / production`));
      const right = workbench.modified;
      await expect(right).toContainText('FORECAST_API_KEY');
      await deleteStaging(workbench);
      await expect(right).toContainText('the ID is wrong');
      await expect(right).not.toContainText('FORECAST_API_KEY');

      await workbench.tab(/ staging\.env/).click();
      await expect(text).toContainText('FORECAST_API_KEY');
      await text.click();
      await workbench.goToEnd();
      await workbench.type('\nTYPED_LATER=1');
      await workbench.save();
      await expect(workbench.notification('the ID is wrong')).toBeVisible();
      await expect(text).toContainText('TYPED_LATER');
    });

    await test.step('is removed from the favorites', async () => {
      const favorite = workbench.tree.getByRole('treeitem', { name: 'quiet, environment, docs-search' });
      service.requests.clear();
      const quiet = workbench.environment('docs-search', 'quiet');
      await workbench.row('docs-search').click();
      await workbench.runOn(quiet, 'Add to Favorites');
      await expect(favorite).toBeVisible();
      await deleteByName(workbench, favorite, 'quiet');
      await expect(quiet).toHaveCount(0);
      await expect(workbench.tree.getByRole('treeitem', { name: 'Favorites' })).toHaveCount(0);
      await expect(workbench.row('no longer exists')).toHaveCount(0);
      expect(deletions(service)).toHaveLength(1);
    });
  });

  test('is correctly reported as deleted or existing, also if a response is lost or the wait is canceled', async ({
    workbench,
    service,
  }) => {
    await test.step('is read again if the user cancels the wait', async () => {
      service.faults.add({ match: { method: 'DELETE' }, hang: true });
      await workbench.row(project).click();
      await deleteStaging(workbench);
      const progress = workbench.notification(`Deleting ${environmentLabel}...`);
      await expect(progress).toContainText('Cancel ends the wait, but not the request.');
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.notification(`${environmentLabel} still exists`)).toContainText(
        'You stopped waiting',
      );
      await expect(workbench.environment(project, 'staging')).toHaveAccessibleName(
        /^staging, environment of weather-tools, deployed [\w ]+$/,
      );
    });

    await test.step('is reported as deleted if only the response was lost', async () => {
      service.faults.clear();
      service.requests.clear();
      const id = stagingOf(service);
      service.faults.add({ match: { method: 'DELETE' }, times: 1, drop: 'afterWork' });
      await workbench.clearNotifications();
      await deleteStaging(workbench);
      await expect(workbench.notification(`${environmentLabel} was deleted`)).toBeVisible();
      await expect(workbench.environment(project, 'staging')).toHaveCount(0);
      expect(service.world.environments.has(id)).toBe(false);
      expect(deletions(service)).toHaveLength(2);
    });

    await test.step('is looked for if every response was lost', async () => {
      service.faults.add({ match: { method: 'DELETE' }, drop: 'afterWork' });
      const staging = workbench.environment('billing-mcp', 'staging');
      await workbench.row('billing-mcp').click();
      await deleteByName(workbench, staging, 'staging');
      await expect(workbench.notification('billing-mcp/staging no longer exists')).toBeVisible();
      await expect(staging).toHaveCount(0);
    });

    await test.step('is reported as existing if the service is never reached', async () => {
      await workbench.clearNotifications();
      service.faults.clear();
      service.faults.add({ match: { method: 'DELETE' }, drop: 'beforeAnswer' });
      const row = workbench.environment('docs-search', 'quiet');
      await workbench.row('docs-search').click();
      await deleteByName(workbench, row, 'quiet');
      const message = workbench.notification('docs-search/quiet still exists');
      await expect(message).toBeVisible();
      await expect(row).toHaveAccessibleName(/^quiet, environment of docs-search(, deployed [\w ]+)?$/);

      service.faults.clear();
      // The first message closes and moves the other.
      await expect(workbench.notification('Deleting docs-search/quiet')).toHaveCount(0);
      await message.getByRole('button', { name: 'Try Again' }).click();
      await workbench.enter('quiet');
      await expect(row).toHaveCount(0);
    });
  });

  test('is deleted after its displayed name is typed, but not after a cancellation', async ({
    workbench,
    service,
  }) => {
    await test.step('is not deleted after a cancellation', async () => {
      await workbench.row(project).click();
      const row = workbench.environment(project, 'staging');
      await workbench.runOn(row, command);
      await workbench.input.fill('staging');
      await workbench.input.press('Escape');
      await expect(workbench.input).toBeHidden();
      await expect(row).toBeVisible();
      expect(deletions(service)).toEqual([]);
    });

    await test.step('is deleted after the name is typed, and shows the progress in its row', async () => {
      const id = stagingOf(service);
      service.faults.add({ match: { method: 'DELETE' }, delayMs: 3000 });
      const row = workbench.environment(project, 'staging');
      await workbench.runOn(row, command);
      await expect(workbench.input).toHaveValue('');
      await expect(workbench.inputMessage).toContainText(/logs, analytics, and metrics/);
      await expect(workbench.inputMessage).toContainText("This can't be undone.");
      await expect(workbench.inputMessage).toHaveIcon('warning');
      await workbench.input.fill('stag');
      await expect(workbench.inputMessage).toContainText(/^The server will stop.*Enter "staging" to confirm/);
      await workbench.input.press('Enter');
      await expect(workbench.inputMessage).toContainText(/^The name doesn't match/);
      await expect(workbench.inputMessage).toHaveIcon('error');
      await expect(workbench.input).toBeVisible();
      expect(deletions(service)).toEqual([]);

      await workbench.enter('staging');
      await expect(row).toContainText('deleting...');
      await expect(row).toHaveAccessibleName(`staging, environment of ${project}, deleting...`);
      await expect(row.icon('loading')).toBeVisible();
      await expect(workbench.notification(`Deleting ${environmentLabel}...`)).toBeVisible();
      await expect(workbench.notification(`${environmentLabel} was deleted`)).toBeVisible();
      await expect(row).toHaveCount(0);
      await expect(workbench.environment(project, 'production')).toBeVisible();
      expect(service.world.environments.has(id)).toBe(false);
      expect(deletions(service)).toHaveLength(1);
    });

    await test.step('with a hostile name is deleted with the displayed text', async () => {
      service.faults.clear();
      service.requests.clear();
      await workbench.clearNotifications();
      await workbench.row('<img src=x onerror=alert(1)>').click();
      const row = workbench.tree.getByRole('treeitem', { name: /red.*bold.*, environment of <img/ });
      await workbench.runOn(row, command);
      await workbench.enter('red bold');
      await expect(workbench.notification('/red bold')).toContainText('was deleted');
      await expect(row).toHaveCount(0);
      expect(deletions(service)).toHaveLength(1);
    });
  });

  test('that another user deletes is removed and reported, before or after the confirmation', async ({
    workbench,
    service,
  }) => {
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await workbench.runOn(row, command);
    await expect(workbench.input).toBeVisible();
    deleteElsewhere(service, stagingOf(service));
    await workbench.enter('staging');
    await expect(workbench.notification(`${environmentLabel} no longer exists`)).toBeVisible();
    await expect(row).toHaveCount(0);

    await workbench.row('billing-mcp').click();
    const other = workbench.environment('billing-mcp', 'staging');
    await expect(other).toBeVisible();
    deleteElsewhere(service, findEnvironmentId(service, 'billing-mcp', 'staging'));
    await workbench.runOn(other, command);
    await expect(workbench.notification('billing-mcp/staging no longer exists')).toContainText('already');
    await expect(other).toHaveCount(0);
    await expect(workbench.input).toBeHidden();
  });
});

test.describe('a production environment', () => {
  test('cannot be deleted: not from a list, its row, or its ID', async ({ workbench, service }) => {
    await test.step('is not in the list of environments to delete', async () => {
      // The most recently used environment would be the first one.
      await workbench.run('Copy ID');
      await workbench.choose(workbench.item(`${project} / production`));
      await workbench.run('Delete Environment...');
      await expect(workbench.item(`${project} / staging`)).toBeVisible();
      await workbench.input.fill(project);
      await expect(workbench.item(`${project} / staging`)).toBeVisible();
      await expect(workbench.item(`${project} / production`)).toHaveCount(0);
      await expect(workbench.item('production')).toHaveCount(0);
      await workbench.input.press('Escape');
      await workbench.run('Open Environment');
      await expect(workbench.item(`${project} / production`)).toBeVisible();
      expect(deletions(service)).toEqual([]);
    });

    await test.step('cannot be deleted from its row or by its ID', async () => {
      await workbench.row(project).click();
      const row = workbench.environment(project, 'production');
      await workbench.openMenu(row);
      await expect(workbench.menuitem('Open Environment')).toBeVisible();
      await expect(workbench.menuitem(command)).toHaveCount(0);

      const refusal = workbench.notification(`${project}/production can't be deleted`);
      // The data of the expanded project is loaded.
      await expectStatusRead(service);
      service.requests.clear();
      const id = findEnvironmentId(service, project, 'production');
      const args = { environmentId: id, confirm: 'production' };
      const named = { environmentName: 'production', projectName: project, isProduction: true };
      await workbench.run(command, { ...args, ...named });
      await expect(refusal).toBeVisible();
      expect(service.requests.list()).toEqual([]);
      await workbench.clearNotifications();
      await workbench.run(command, args);
      await expect.poll(() => service.requests.list().length).toBe(2);
      await expect(refusal).toBeVisible();
      expect(deletions(service)).toEqual([]);
    });
  });
});

test.describe('a protected environment', () => {
  test.use({
    settings: { 'hostedMcp.protectedEnvironments': [7, 'weather-TOOLS/STAG*'] },
  });

  test('is marked in its row and in prompts, and not deleted until the setting allows it', async ({
    workbench,
    service,
  }) => {
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await expect(row).toHaveAccessibleName(
      /^staging, environment of weather-tools, protected, deployed [\w ]+$/,
    );
    await expect(row).toContainText('protected');
    await workbench.openMenu(row);
    await expect(workbench.menuitem('Open Environment')).toBeVisible();
    await expect(workbench.menuitem(command)).toHaveCount(0);

    await workbench.runOn(row, 'Edit Variables');
    const text = workbench.text;
    await expect(text).toContainText(`${environmentLabel} (PROTECTED)`);
    await text.click();
    await workbench.goToEnd();
    await workbench.type('\nTYPED_LATER=1');
    await workbench.save();
    await expect(workbench.dialog).toContainText(`${environmentLabel} (PROTECTED)`);
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);

    await workbench.runOn(row, 'Enable Playground');
    await expect(workbench.dialog).toContainText(`${environmentLabel} (PROTECTED)`);
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);
    expect(listRequestPaths(service, '/playground')).not.toContain('PUT');

    await workbench.run(command, { environmentId: stagingOf(service), confirm: 'staging' });
    const refusal = workbench.notification(`${environmentLabel} can't be deleted`);
    await expect(refusal).toContainText('"weather-TOOLS/STAG*"');
    await refusal.getByRole('button', { name: 'Open Settings' }).click();
    await expect(workbench.tab('Settings')).toBeVisible();
    expect(deletions(service)).toEqual([]);
  });
});

test.describe('a service that does not list projects', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test("deletes environments that were added by ID; rejects production with the service's message", async ({
    workbench,
    service,
  }) => {
    const added = (name: string) =>
      workbench.tree.getByRole('treeitem', { name: `${name}, environment added by ID` });
    for (const name of ['staging', 'production']) {
      await workbench.row('Add Environment by ID...').click();
      await workbench.enter(findEnvironmentId(service, project, name));
      await expect(added(name)).toBeVisible();
    }
    await workbench.runOn(added('production'), command);
    await workbench.enter('production');
    await expect(
      workbench.notification('The production environment of a project cannot be deleted.'),
    ).toBeVisible();
    await expect(added('production')).not.toContainText('deleting...');

    await workbench.runOn(added('staging'), command);
    await workbench.enter('staging');
    await expect(workbench.notification('staging was deleted')).toBeVisible();
    await expect(added('staging')).toHaveCount(0);
    await workbench.reload();
    await expect(added('production')).toBeVisible();
    await expect(added('staging')).toHaveCount(0);
  });
});

/** Deletes staging from its row, up to the confirmation. */
function deleteStaging(workbench: HostWindow): Promise<void> {
  return deleteByName(workbench, workbench.environment(project, 'staging'), 'staging');
}

async function deleteByName(workbench: HostWindow, row: RowLocator, name: string): Promise<void> {
  await workbench.runOn(row, command);
  await expect(workbench.input).toBeVisible();
  await workbench.enter(name);
  await expect(workbench.input).toBeHidden();
}
