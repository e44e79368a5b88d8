import * as vscode from 'vscode';
import { findEnvironmentId, findProjectId } from '../../kit/sample.ts';
import { closedTeamId } from '../../service/routes/projects.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import type { HostWindow } from '../window.ts';

const remote = (url: string) => ({
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': `[remote "origin"]\n\turl = ${url}\n[remote "upstream"]\n\turl = https://github.com/up/stream\n`,
});
const projectOf = (service: SampleService, name: string) => {
  const found = service.world.projects.get(findProjectId(service, name));
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
/** Returns the number of requests that change a project. */
const changes = (service: SampleService): number =>
  service.requests.list().filter(({ method }) => method === 'PATCH').length;
const patch = { method: 'PATCH' };
const run = (id: string, argument: unknown) => vscode.commands.executeCommand(`hostedMcp.${id}`, argument);
const rejection = (message: string, field: string) => ({
  status: 400,
  body: {
    defined: true,
    code: 'BAD_REQUEST',
    status: 400,
    message: 'Input validation failed',
    data: { issues: [{ path: [field], message }] },
  },
});

test.describe('a project', () => {
  test('shows its new name in all open tabs and audits, even if another user renamed it', async ({
    workbench,
    service,
  }) => {
    const project = projectOf(service, 'billing-mcp');
    const environment = {
      environmentId: findEnvironmentId(service, 'billing-mcp', 'staging'),
      environmentName: 'staging',
      projectId: project.id,
      projectName: 'billing-mcp',
    };
    const hasNames = async (environmentName: string, projectName: string): Promise<void> => {
      const environmentLabel = `${projectName}/${environmentName}`;
      await expect(workbench.tab(`Logs: ${projectName}/${environmentName}`)).toBeVisible();
      await expect(workbench.tab(new RegExp(`^${projectName}/${environmentName}$`))).toBeVisible();
      await expect(workbench.tab(`Analytics: ${projectName}`)).toBeVisible();
      await expect(workbench.tab(`Inspect: ${environmentLabel}`)).toBeVisible();
      await expect(workbench.audits.row(environmentLabel)).toBeVisible();
    };
    await expect(workbench.row('billing-mcp')).toBeVisible();
    await run('openLatestLogs', environment);
    await run('runAudit', { ...environment, excludeCategories: [] });
    // The command waits for its page, which waits for a server.
    void run('showEnvironment', environment);
    void run('showAnalytics', environment);
    void run('inspectServer', environment);
    await hasNames('staging', 'billing-mcp');
    await run('renameProject', { projectId: project.id, name: 'invoices' });
    await hasNames('staging', 'invoices');
    Object.assign(project, { name: 'payments' });
    Object.assign(service.world.environments.get(environment.environmentId) ?? {}, { name: 'beta' });
    await run('refresh', undefined);
    await hasNames('beta', 'payments');
  });

  test('is renamed from its row; a rejection appears in the prompt, and undo restores the name', async ({
    workbench,
    service,
  }) => {
    const row = workbench.row('billing-mcp');
    const project = projectOf(service, 'billing-mcp');
    await workbench.runOn(row, 'Rename Project...');
    await expect(workbench.input).toHaveValue('billing-mcp');
    await workbench.input.fill(' ');
    await expect(workbench.inputMessage).toContainText('1 to 100 characters');
    await workbench.input.fill('weather-tools');
    await expect(workbench.inputMessage).toContainText('Another project has this name');

    await test.step('after a rejection', async () => {
      service.faults.add({ match: patch, times: 1, ...rejection('is taken', 'name') });
      await workbench.enter('invoices');
      await expect(workbench.inputMessage).toContainText('Name is taken');
      await expect(workbench.input).toHaveValue('invoices');
      const { teamId } = project;
      Object.assign(project, { teamId: closedTeamId });
      await workbench.enter('invoices');
      await expect(workbench.inputMessage).toContainText('You may not change projects of this team.');
      await expect(workbench.inputMessage).toContainText('Permission denied for "');
      Object.assign(project, { teamId });
    });

    await test.step('reads the project if the response is lost', async () => {
      service.faults.add({ match: patch, times: 1, drop: 'beforeAnswer' });
      await workbench.enter('invoices');
      await expect(workbench.inputMessage).toContainText('"billing-mcp" wasn\'t changed.');
      service.faults.add({ match: patch, times: 1, drop: 'afterWork' });
      await workbench.enter('invoices');
      await expect(workbench.notification('was renamed to "invoices".')).toBeVisible();
      await expect(workbench.input).toBeHidden();
      await expect(workbench.row('invoices')).toBeVisible();
      await expect(row).toHaveCount(0);
    });

    const message = workbench.notification('was renamed to "invoices".');
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
    expect(project.name).toBe('billing-mcp');
    const { id } = project;
    expect(await run('renameProject', { projectId: id, name: ' tabs ' })).toMatchObject({ id, name: 'tabs' });
    expect(project.name).toBe('tabs');
  });

  test('is removed from the tree if it was deleted before a change', async ({ workbench, service }) => {
    const row = workbench.row('billing-mcp');
    await workbench.runOn(row, 'Rename Project...');
    await expect(workbench.input).toBeVisible();
    service.world.projects.delete(findProjectId(service, 'billing-mcp'));
    await workbench.enter('invoices');
    await expect(workbench.notification('"billing-mcp" was already deleted.')).toBeVisible();
    await expect(workbench.input).toBeHidden();
    await expect(row).toHaveCount(0);
    const projectId = findProjectId(service, 'docs-search');
    service.world.projects.delete(projectId);
    await workbench.run('Connect Repository...', { projectId });
    await expect(workbench.notification('"docs-search" was already deleted')).toBeVisible();
    await expect(workbench.row('docs-search')).toHaveCount(0);
  });

  test('is disconnected after a confirmation of the effects, and connected again by Undo', async ({
    workbench,
    service,
  }) => {
    const project = projectOf(service, 'weather-tools');
    const before = project.sourceRepository;
    const row = workbench.row('weather-tools');
    await workbench.runOn(row, 'Disconnect Repository');
    await expect(workbench.dialog).toContainText('Disconnect "weather-tools" from');
    await expect(workbench.dialog).toContainText("New commits aren't deployed");
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(changes(service)).toBe(0);

    await workbench.runOn(row, 'Disconnect Repository');
    await workbench.dialog.getByRole('button', { name: 'Disconnect' }).click();
    const message = workbench.notification('was disconnected from');
    await expect(message).toBeVisible();
    expect(changes(service)).toBe(1);
    expect(project.sourceRepository).toBe(null);
    await expect(row.tooltip()).not.toContainText(before ?? '?');
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.notification('was connected to')).toBeVisible();
    expect(project.sourceRepository).toBe(before);
    await expect(row.tooltip()).toContainText(before ?? '?');

    project.sourceRepository = null;
    expect(await run('disconnectRepository', { projectId: project.id, confirmed: true })).toBe(undefined);
    await expect(workbench.notification('has no repository')).toBeVisible();
  });

  test.describe('of a folder with remotes', () => {
    test.use({ sources: remote('git@github.com:octo-dev/invoices.git') });

    test('is connected to one of them, after a confirmation that names the source', async ({
      workbench,
      service,
    }) => {
      const project = projectOf(service, 'billing-mcp');
      await workbench.run('Connect Repository...', { projectId: project.id });
      await expect(workbench.item('https://github.com/up/stream')).toBeVisible();
      await expect(workbench.item('Another URL...')).toBeVisible();
      await workbench.choose(workbench.item('https://github.com/octo-dev/invoices'));
      await expect(workbench.input).toHaveValue('https://github.com/octo-dev/invoices');
      await workbench.input.fill('');
      await expect(workbench.inputMessage).toContainText('Enter the URL');
      await workbench.input.fill('https://me:word@github.com/octo-dev/other.git');
      await expect(workbench.inputMessage).toContainText('in the URL is removed');

      await workbench.input.press('Enter');
      const dialog = workbench.dialog;
      await expect(dialog).toContainText('Connect "billing-mcp" to https://github.com/octo-dev/other?');
      await expect(dialog).toContainText(
        /Current repository: \S+ New repository: https:\/\/github.com\/octo-dev\/other /,
      );
      await expect(dialog).toContainText('• production: main');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      // The entered text is kept.
      await expect(workbench.input).toHaveValue('https://me:word@github.com/octo-dev/other.git');
      expect(changes(service)).toBe(0);

      service.faults.add({ match: patch, times: 1, ...rejection('was not found', 'sourceRepository') });
      await workbench.input.press('Enter');
      await dialog.getByRole('button', { name: 'Connect' }).click();
      await expect(workbench.inputMessage).toContainText('Repository was not found');
      await workbench.enter('github.com/octo-dev/third');
      await dialog.getByRole('button', { name: 'Connect' }).click();
      await expect(
        workbench.notification('was connected to https://github.com/octo-dev/third.'),
      ).toBeVisible();
      await expect(workbench.input).toBeHidden();
      expect(project.sourceRepository).toBe('https://github.com/octo-dev/third');
      await expect(workbench.row('billing-mcp').tooltip()).toContainText('octo-dev/third');
    });
  });

  test('is deleted with its environments after its name is typed, and its stored data is deleted', async ({
    workbench,
    service,
  }) => {
    const id = findProjectId(service, 'weather-tools');
    const staging = findEnvironmentId(service, 'weather-tools', 'staging');
    const row = workbench.row(/^weather-tools/);
    await workbench.run('Add Environment by ID');
    await workbench.enter(staging);
    await expect(workbench.row('Added by ID')).toBeVisible();
    await workbench.runOn(row, 'Add to Favorites');
    await expect(row).toHaveCount(2);

    await workbench.run('Delete Project...', { projectId: id });
    const dialog = workbench.dialog;
    await expect(dialog).toContainText('Delete the project "weather-tools"?');
    await expect(dialog).toContainText('• production: http');
    await expect(dialog).toContainText('• staging');
    await expect(dialog).toContainText('variables, deployments, logs, analytics, and metrics');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await workbench.run('Delete Project...', { projectId: id });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(workbench.input).toHaveValue('');
    await workbench.input.fill('weather');
    await expect(workbench.inputMessage).toContainText(
      /^The servers will stop.*Enter "weather-tools" to confirm/,
    );
    await workbench.input.fill('billing');
    await expect(workbench.inputMessage).toContainText(/^The name doesn't match\. Enter "weather-tools"/);
    await workbench.enter('weather');
    await expect(workbench.inputMessage).toContainText(/^The name doesn't match\. Enter "weather-tools"/);
    expect(deletions(service)).toBe(0);
    await workbench.enter('weather-tools');
    await expect(
      workbench.notification(/"weather-tools" and its \d+ environments were deleted/),
    ).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(workbench.row('Favorites')).toHaveCount(0);
    await expect(workbench.row('Added by ID')).toHaveCount(0);
    expect([service.world.projects.has(id), service.world.environments.has(staging)]).toEqual([false, false]);
    expect(deletions(service)).toBe(1);
  });

  test('without environments is deleted without counting them', async ({ workbench, service }) => {
    const row = workbench.row('no-environments');
    await workbench.runOn(row, 'Delete Project...');
    await workbench.dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(workbench.inputMessage).toContainText(/^This can't be undone\. Enter "no-environments" /);
    await workbench.enter('no-environments');
    await expect(workbench.notification('The project "no-environments" was deleted.')).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(deletions(service)).toBe(1);
  });

  test('is correctly reported as deleted or existing, also after a lost response or a rejection', async ({
    workbench,
    service,
  }) => {
    const remove = (name: string, confirm = name) =>
      run('deleteProject', { projectId: findProjectId(service, name), confirm });
    const match = { method: 'DELETE' };

    await test.step('sends nothing without the name', async () => {
      expect(await remove('docs-search', 'docs')).toBe(undefined);
      await expect(workbench.notification('doesn\'t match "docs-search"')).toBeVisible();
      expect(deletions(service)).toBe(0);
    });

    await test.step('after only the response was lost', async () => {
      service.faults.add({ match, times: 1, drop: 'afterWork' });
      void remove('billing-mcp');
      await expect(workbench.notification(/"billing-mcp" and its .* deleted/)).toBeVisible();
      await expect(workbench.row('billing-mcp')).toHaveCount(0);
    });

    await test.step('after the service was never reached', async () => {
      service.faults.add({ match, drop: 'beforeAnswer' });
      void remove('weather-tools');
      await expect(workbench.notification('"weather-tools" still exists.')).toBeVisible();
      await expect(workbench.row('weather-tools')).not.toContainText('deleting...');
      service.faults.clear();
    });

    await test.step('after a rejection for this account', async () => {
      const body = { defined: true, code: 'FORBIDDEN', status: 403, message: 'Not your team.' };
      service.faults.add({ match, times: 1, status: 403, body });
      void remove('weather-tools');
      const message = workbench.notification('Not your team.');
      await expect(message).toContainText('Permission denied for "');
      await expect(message.getByRole('button', { name: 'Switch Account' })).toBeVisible();
      await expect(workbench.row('weather-tools')).toBeVisible();
    });

    await test.step('after another user deleted it', async () => {
      service.faults.add({ match, delayMs: 300 });
      void remove('weather-tools');
      await expect(workbench.row('weather-tools')).toContainText('deleting...');
      service.world.projects.delete(findProjectId(service, 'weather-tools'));
      await expect(workbench.notification('"weather-tools" was already deleted')).toBeVisible();
      await expect(workbench.row('weather-tools')).toHaveCount(0);
    });
  });
});

const deletions = (service: SampleService): number =>
  service.requests.list().filter(({ method }) => method === 'DELETE').length;

test.describe('a project with a protected environment', () => {
  test.use({ settings: { 'hostedMcp.protectedEnvironments': ['weather-tools/stag*'] } });

  test('is not deleted, and warns if a new name would end the protection', async ({ workbench, service }) => {
    const row = workbench.row('weather-tools');
    await workbench.runOn(row, 'Delete Project...');
    const refusal = workbench.notification(
      '"weather-tools/stag*" in the settings protects its environment staging',
    );
    await expect(refusal.getByRole('button', { name: 'Open Settings' })).toBeVisible();
    await expect(workbench.dialog).toHaveCount(0);
    expect(deletions(service)).toBe(0);
    await workbench.runOn(row, 'Rename Project...');
    await workbench.input.fill('rain');
    await expect(workbench.inputMessage).toContainText(
      '"weather-tools/stag*" in the settings no longer protects',
    );
    await workbench.input.press('Escape');
  });
});

test.describe('a service that does not list projects', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('reports that it cannot change projects', async ({ workbench, service }) => {
    const id = findProjectId(service, 'weather-tools');
    for (const command of commands) {
      await workbench.run(command, { projectId: id, name: 'x', confirm: 'x', confirmed: true });
      await expect(workbench.notification("doesn't support changing or deleting projects")).toBeVisible();
      await workbench.clearNotifications();
    }
    await offersProjects(workbench);
  });
});

const commands = ['Rename Project...', 'Connect Repository...', 'Disconnect Repository', 'Delete Project...'];

/** Runs all commands without a project. Expects a message that there is none to select. */
async function offersProjects(workbench: HostWindow): Promise<void> {
  await workbench.run('Delete Project...');
  await expect(workbench.notification("This service can't list projects")).toBeVisible();
}
