import type { Locator } from '@playwright/test';
import { environmentId } from '../kit/sample.ts';
import type { SampleService } from '../service/service.ts';
import { startDeployment } from '../service/world/deployments.ts';
import { removeEnvironment } from '../service/world/environments.ts';
import { asked, said } from './environmentGroups.ts';
import { expect, test } from './fixtures.ts';
import { writeKeyBindings } from './keybindings.ts';
import type { Workbench } from './workbench.ts';

const project = 'weather-tools';
const command = 'Delete Environment...';
const place = `staging of ${project}`;
const minute = 60_000;

const stagingOf = (service: SampleService): string => environmentId(service, project, 'staging');
const deletions = (service: SampleService) =>
  service.requests.list().filter(({ method }) => method === 'DELETE');
const logRequests = (service: SampleService) =>
  service.requests.list().filter(({ path }) => /\/(latest-)?logs/.test(path));

/** The environment goes, as if somebody else had deleted it. */
function deleteElsewhere({ world }: SampleService, id: string): void {
  const environment = world.environments.get(id);
  if (environment) removeEnvironment(world, environment);
}

test.describe('an environment', () => {
  test('ends the log panels that are open on it and on its deployments, and keeps what they show', async ({
    workbench,
    service,
  }) => {
    await test.step('ends the log panel that is open on it, and keeps what it shows', async () => {
      await workbench.openLogs(project, 'staging');
      const { logs } = workbench;
      await expect(logs.locator('.row').last()).toBeVisible();
      const counts = await logs.locator('.counts').innerText();
      await deleteStaging(workbench);
      const bar = logs.locator('.notice.error');
      await expect(bar).toContainText('This environment was deleted, and its logs with it.');
      await expect(bar.getByRole('button')).toHaveCount(0);
      await expect(logs.locator('.status')).toContainText('Ended: the environment was deleted');
      await expect(logs.locator('.live, .live-state')).toHaveCount(0);
      await expect(logs.locator('.counts')).toHaveText(counts);
      service.requests.clear();
      await logs.locator('.grid').press('Home');
      await logs.getByRole('button', { name: 'Load Older Entries' }).click();
      await expect(bar).toContainText('Older entries could not be read. This environment was deleted');
      await workbench.run('Refresh');
      await expect(workbench.environment(project, 'production')).toBeVisible();
      await expect(bar).toContainText('This environment was deleted');
      await expect(logs.locator('.counts')).toHaveText(counts);
      expect(logRequests(service)).toEqual([]);
    });

    await test.step('ends a log panel in which nothing was read, and promises nothing of it', async () => {
      const quiet = workbench.environment('docs-search', 'quiet');
      await workbench.openLogs('docs-search', 'quiet');
      const { logs } = workbench;
      await expect(logs.locator('.empty')).toContainText('No entries yet.');
      await deleteByName(workbench, quiet, 'quiet');
      await expect(quiet).toHaveCount(0);
      await expect(logs.locator('.empty')).toHaveText(
        'This environment was deleted, and its logs with it. Nothing had been read of them.',
      );
      await expect(logs.locator('.status')).toContainText('Ended: the environment was deleted');
      await expect(logs.locator('.live, .live-state')).toHaveCount(0);
    });

    await test.step('ends the log of its deployment that is open, while that runs', async () => {
      const environment = service.world.environments.get(environmentId(service, 'billing-mcp', 'staging'));
      if (!environment) throw new Error('There is no staging.');
      const deployment = { ...startDeployment(service.world, environment), durationMs: 20 * minute };
      const { id } = deployment;
      service.world.deployments.set(id, deployment);
      service.clock.advance(10 * minute);
      await workbench.row('billing-mcp').click();
      const staging = workbench.environment('billing-mcp', 'staging');
      await workbench.runOn(staging, 'Open Deployment Logs...');
      await workbench.choose(workbench.item(/deploying/).first());
      const { logs } = workbench;
      await expect(logs.locator('.row').first()).toBeVisible();
      await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'true');
      await deleteByName(workbench, staging, 'staging');
      await expect(logs.locator('.notice.error')).toContainText('This environment was deleted');
      await expect(logs.locator('.status')).toContainText('Ended: the environment was deleted');
      await expect(logs.locator('.live, .live-state')).toHaveCount(0);
      await expect(logs.locator('.row').first()).toBeVisible();
      service.requests.clear();
      await workbench.run('Refresh');
      await expect(workbench.environment('billing-mcp', 'production')).toBeVisible();
      await expect.poll(() => service.requests.list().length).toBeGreaterThan(1);
      expect(service.requests.list().filter(({ path }) => path.includes(`${id}/logs`))).toEqual([]);
    });
  });

  test('is gone where it is shown: in a comparison, in its variables, on its page, among favorites', async ({
    workbench,
    page,
    service,
  }) => {
    await test.step('is said in a comparison; its variables stay as they were read, and cannot be saved', async () => {
      await workbench.row(project).click();
      await workbench.runOn(workbench.environment(project, 'staging'), 'Edit Variables');
      const text = page.locator('.editor-instance .view-lines');
      await expect(text).toContainText('FORECAST_API_KEY');
      await workbench.runOn(workbench.environment(project, 'staging'), 'Compare Variables with...');
      await workbench.choose(workbench.item(`production${project} (PRODUCTION)`));
      const right = page.locator('.monaco-diff-editor .editor.modified .view-lines');
      await expect(right).toContainText('FORECAST_API_KEY');
      await deleteStaging(workbench);
      await expect(right).toContainText('it was deleted, or the ID is wrong');
      await expect(right).not.toContainText('FORECAST_API_KEY');

      await workbench.tab(/^staging\.env/).click();
      await expect(text).toContainText('FORECAST_API_KEY');
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\nTYPED_LATER=1');
      await page.keyboard.press('Control+s');
      await expect(workbench.notification('it was deleted, or the ID is wrong')).toBeVisible();
      await expect(text).toContainText('TYPED_LATER');
    });

    await test.step('is gone on its page, too', async () => {
      const staging = workbench.environment('billing-mcp', 'staging');
      await workbench.row('billing-mcp').click();
      await workbench.runOn(staging, 'Show Environment');
      await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText('staging of billing-mcp');
      await deleteByName(workbench, staging, 'staging');
      await expect(workbench.webview.getByText('it was deleted, or the ID is wrong')).toBeVisible();
    });

    await test.step('is no favorite any more', async () => {
      const favorite = workbench.tree.getByRole('treeitem', { name: 'quiet, environment, docs-search' });
      service.requests.clear();
      const quiet = workbench.environment('docs-search', 'quiet');
      await workbench.row('docs-search').click();
      await workbench.runOn(quiet, 'Add to Favorites');
      await expect(favorite).toBeVisible();
      await deleteByName(workbench, favorite, 'quiet');
      await expect(quiet).toHaveCount(0);
      await expect(workbench.tree.getByRole('treeitem', { name: 'Favorites' })).toHaveCount(0);
      await expect(workbench.row('no longer there')).toHaveCount(0);
      expect(deletions(service)).toHaveLength(1);
    });
  });

  test('is said to be deleted, or still there, as it is when an answer is lost or nobody waits for it', async ({
    workbench,
    service,
  }) => {
    await test.step('is read again when its user stops waiting', async () => {
      service.faults.add({ match: { method: 'DELETE' }, hang: true });
      await workbench.row(project).click();
      await deleteStaging(workbench);
      const progress = workbench.notification(`Deleting ${place}…`);
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.notification(`${place} is still there.`)).toContainText('You stopped waiting');
      await expect(workbench.environment(project, 'staging')).toHaveAccessibleName(
        `staging, environment of ${project}`,
      );
    });

    await test.step('is said to be deleted when only the answer was lost', async () => {
      service.faults.clear();
      service.requests.clear();
      const id = stagingOf(service);
      service.faults.add({ match: { method: 'DELETE' }, times: 1, drop: 'afterWork' });
      await workbench.clearNotifications();
      await deleteStaging(workbench);
      await expect(workbench.notification(`${place} is deleted, with its logs`)).toBeVisible();
      await expect(workbench.environment(project, 'staging')).toHaveCount(0);
      expect(service.world.environments.has(id)).toBe(false);
      expect(deletions(service)).toHaveLength(2);
    });

    await test.step('is looked for when every answer was lost', async () => {
      service.faults.add({ match: { method: 'DELETE' }, drop: 'afterWork' });
      const staging = workbench.environment('billing-mcp', 'staging');
      await workbench.row('billing-mcp').click();
      await deleteByName(workbench, staging, 'staging');
      await expect(
        workbench.notification('staging of billing-mcp is not there any more: it is deleted.'),
      ).toBeVisible();
      await expect(staging).toHaveCount(0);
    });

    await test.step('is said to be still there when the service is never reached', async () => {
      await workbench.clearNotifications();
      service.faults.clear();
      service.faults.add({ match: { method: 'DELETE' }, drop: 'beforeAnswer' });
      const row = workbench.environment('docs-search', 'quiet');
      await workbench.row('docs-search').click();
      await deleteByName(workbench, row, 'quiet');
      const message = workbench.notification('quiet of docs-search is still there.');
      await expect(message).toBeVisible();
      await expect(row).toHaveAccessibleName('quiet, environment of docs-search');

      service.faults.clear();
      // The one that goes away moves the other.
      await expect(workbench.notification('Deleting quiet')).toHaveCount(0);
      await message.getByRole('button', { name: 'Try Again' }).click();
      await workbench.enter('quiet');
      await expect(row).toHaveCount(0);
    });
  });

  test('is deleted when its name is typed, as it is to be read, and is not when the question is left', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('is not deleted when its user leaves the question', async () => {
      await workbench.row(project).click();
      const row = workbench.environment(project, 'staging');
      await workbench.runOn(row, command);
      await workbench.input.fill('staging');
      await page.keyboard.press('Escape');
      await expect(workbench.input).toBeHidden();
      await expect(row).toBeVisible();
      expect(deletions(service)).toEqual([]);
    });

    await test.step('is deleted when its name is typed: its row says so meanwhile, and goes', async () => {
      const id = stagingOf(service);
      service.faults.add({ match: { method: 'DELETE' }, delayMs: 3000 });
      const row = workbench.environment(project, 'staging');
      await workbench.runOn(row, command);
      await expect(workbench.input).toHaveValue('');
      await expect(workbench.inputMessage).toContainText('Its logs, analytics and metrics go too.');
      await expect(workbench.inputMessage).toContainText('This cannot be undone.');
      await workbench.input.fill('stag');
      await expect(workbench.inputMessage).toContainText('Type staging to delete it.');
      await workbench.input.press('Enter');
      await expect(workbench.input).toBeVisible();
      expect(deletions(service)).toEqual([]);

      await workbench.enter('staging');
      await expect(row).toContainText('Deleting…');
      await expect(row).toHaveAccessibleName(`staging, environment of ${project}, Deleting…`);
      await expect(row.locator('.codicon-loading')).toBeVisible();
      await expect(workbench.notification(`Deleting ${place}…`)).toBeVisible();
      await expect(workbench.notification(`${place} is deleted, with its logs`)).toBeVisible();
      await expect(row).toHaveCount(0);
      await expect(workbench.environment(project, 'production')).toBeVisible();
      expect(service.world.environments.has(id)).toBe(false);
      expect(deletions(service)).toHaveLength(1);
    });

    await test.step('of a hostile name is deleted by what is to be read of it', async () => {
      service.faults.clear();
      service.requests.clear();
      await workbench.clearNotifications();
      await workbench.row('<img src=x onerror=alert(1)>').click();
      const row = workbench.tree.getByRole('treeitem', { name: /red.*bold.*, environment of <img/ });
      await workbench.runOn(row, command);
      await workbench.enter('red bold');
      await expect(workbench.notification('red bold of <img')).toContainText('is deleted');
      await expect(row).toHaveCount(0);
      expect(deletions(service)).toHaveLength(1);
    });
  });

  test('that was deleted elsewhere goes, and it is said: before the question or after it', async ({
    workbench,
    service,
  }) => {
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await workbench.runOn(row, command);
    await expect(workbench.input).toBeVisible();
    deleteElsewhere(service, stagingOf(service));
    await workbench.enter('staging');
    await expect(workbench.notification(`${place} is not there any more: it is deleted.`)).toBeVisible();
    await expect(row).toHaveCount(0);

    await workbench.row('billing-mcp').click();
    const other = workbench.environment('billing-mcp', 'staging');
    await expect(other).toBeVisible();
    deleteElsewhere(service, environmentId(service, 'billing-mcp', 'staging'));
    await workbench.runOn(other, command);
    await expect(
      workbench.notification('staging of billing-mcp is not there any more: it was deleted already.'),
    ).toBeVisible();
    await expect(other).toHaveCount(0);
    await expect(workbench.input).toBeHidden();
  });
});

test.describe('a production environment', () => {
  test.use({
    editor: async ({ editor, service }, use) => {
      const id = environmentId(service, project, 'production');
      const args = { environmentId: id, confirm: 'production' };
      writeKeyBindings(editor, [
        { key: 'ctrl+alt+f9', command: 'hostedMcp.deleteEnvironment', args },
        {
          key: 'ctrl+alt+f8',
          command: 'hostedMcp.deleteEnvironment',
          args: { ...args, environmentName: 'production', projectName: project, isProduction: true },
        },
      ]);
      await use(editor);
    },
  });

  test('cannot be deleted: it is not offered, not from its row, and not by its id', async ({
    workbench,
    page,
    service,
  }) => {
    await test.step('is picked among those that can be deleted: production is not offered', async () => {
      // Used last, it would come first.
      await workbench.run('Copy ID');
      await workbench.choose(workbench.item(`production${project} (PRODUCTION)`));
      await workbench.run('Delete Environment...');
      await expect(workbench.item(`staging${project}`)).toBeVisible();
      await workbench.input.fill(project);
      await expect(workbench.item(`staging${project}`)).toBeVisible();
      await expect(workbench.item('PRODUCTION')).toHaveCount(0);
      await expect(workbench.item('production')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await workbench.run('Show Environment');
      await expect(workbench.item(`production${project} (PRODUCTION)`)).toBeVisible();
      expect(deletions(service)).toEqual([]);
    });

    await test.step('cannot be deleted: not from its row, and not by its id', async () => {
      await workbench.row(project).click();
      const row = workbench.environment(project, 'production');
      await row.click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: 'Show Environment' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: command })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem', { name: 'Show Environment' })).toHaveCount(0);

      const refusal = workbench.notification(`production of ${project} is the production environment`);
      service.requests.clear();
      await page.keyboard.press('Control+Alt+F8');
      await expect(refusal).toBeVisible();
      expect(service.requests.list()).toEqual([]);
      await workbench.page.keyboard.press('Escape');
      await page.keyboard.press('Control+Alt+F9');
      await expect.poll(() => service.requests.list().length).toBe(2);
      await expect(refusal).toBeVisible();
      expect(deletions(service)).toEqual([]);
    });
  });
});

test.describe('a protected environment', () => {
  test.use({
    settings: { 'hostedMcp.protectedEnvironments': [7, 'weather-TOOLS/STAG*'] },
    editor: async ({ editor, service }, use) => {
      const args = { environmentId: stagingOf(service), confirm: 'staging' };
      writeKeyBindings(editor, [{ key: 'ctrl+alt+f9', command: 'hostedMcp.deleteEnvironment', args }]);
      await use(editor);
    },
  });

  test('says so on its row and in questions, and is not deleted until the setting allows it', async ({
    workbench,
    service,
    page,
  }) => {
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await expect(row).toHaveAccessibleName(`staging, environment of ${project}, protected`);
    await expect(row.locator('.codicon-shield')).toBeVisible();
    await row.click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Show Environment' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: command })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await workbench.runOn(row, 'Edit Variables');
    const text = page.locator('.monaco-editor .view-lines');
    await expect(text).toContainText(`${place} (PROTECTED)`);
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nTYPED_LATER=1');
    await page.keyboard.press('Control+s');
    await expect(workbench.dialog).toContainText(`Change the variables of ${place} (PROTECTED)?`);
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);

    const playground = said(workbench, /^Playground of staging/);
    await row.locator('.monaco-tl-twistie').click();
    await expect(playground).toContainText('disabled');
    await workbench.runOn(playground, 'Enable Playground');
    await expect(workbench.dialog).toContainText(`Enable the playground of ${place} (PROTECTED)?`);
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);
    expect(asked(service, '/playground')).not.toContain('PUT');

    await page.keyboard.press('Control+Alt+F9');
    const refusal = workbench.notification(
      `${place} is not deleted: "weather-TOOLS/STAG*" in the settings protects it.`,
    );
    await refusal.getByRole('button', { name: 'Open Settings' }).click();
    const setting = page.locator('.settings-editor').getByText('Protected Environments').first();
    await expect(setting).toBeVisible();
    expect(deletions(service)).toEqual([]);
  });
});

test.describe('a service that lists no projects', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('deletes what was added by id, which is forgotten; production it refuses in its own words', async ({
    workbench,
    service,
  }) => {
    const added = (name: string) =>
      workbench.tree.getByRole('treeitem', { name: `${name}, environment added by ID` });
    for (const name of ['staging', 'production']) {
      await workbench.row('Add Environment by ID…').click();
      await workbench.enter(environmentId(service, project, name));
      await expect(added(name)).toBeVisible();
    }
    await workbench.runOn(added('production'), command);
    await workbench.enter('production');
    await expect(
      workbench.notification('The production environment of a project cannot be deleted.'),
    ).toBeVisible();
    await expect(added('production')).not.toContainText('Deleting…');

    await workbench.runOn(added('staging'), command);
    await workbench.enter('staging');
    await expect(workbench.notification('staging is deleted, with its logs')).toBeVisible();
    await expect(added('staging')).toHaveCount(0);
    await workbench.reload();
    await expect(added('production')).toBeVisible();
    await expect(added('staging')).toHaveCount(0);
  });
});

/** From the row of an open project to the last key. */
function deleteStaging(workbench: Workbench): Promise<void> {
  return deleteByName(workbench, workbench.environment(project, 'staging'), 'staging');
}

async function deleteByName(workbench: Workbench, row: Locator, name: string): Promise<void> {
  await workbench.runOn(row, command);
  await expect(workbench.input).toBeVisible();
  await workbench.enter(name);
  await expect(workbench.input).toBeHidden();
}
