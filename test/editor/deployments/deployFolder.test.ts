import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SettingId } from '../../../src/ids.ts';
import { nodeServer } from '../../kit/repositories.ts';
import { findEnvironmentId, findProjectId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { goToSummary, startWizard } from '../kit/createWizard.ts';
import {
  findGroup,
  listDeploymentRequests,
  listServiceDeployments,
  openDeployments,
} from '../kit/deploymentRows.ts';

const put = { method: 'PUT', path: '/artifacts/' };

const uploads = ({ world }: SampleService) => [...world.uploads.all.values()];

/** Returns the paths in the archive of the newest deployment. */
function arrived(service: SampleService, project = 'weather-tools', name = 'staging') {
  const [newest] = listServiceDeployments(service, project, name);
  return newest?.uploaded?.archive.files.map(({ path }) => path).toSorted();
}

const run = (argument: object, ...more: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand('hostedMcp.deployFolder', argument, ...more);

test.describe('Deploy Folder', () => {
  test.use({ repository: nodeServer });

  test('shows a summary before anything is sent, follows the deployment, and notes the source in its row', async ({
    workbench,
    service,
  }) => {
    await openDeployments(workbench, 'weather-tools', 'staging');
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Deploy Folder...');
    await expect(workbench.active).toContainText('Deploy to weather-tools/staging');
    await expect(workbench.item(/^Files/)).toContainText(/\d files/);
    // Only large files are named. The list has all of them, the largest first.
    await expect(workbench.item(/Largest|package\.json/)).toHaveCount(0);
    await workbench.choose(workbench.item(/^Files/));
    await expect(workbench.item(/^src\/server\.ts/)).toContainText('188 bytes');
    await workbench.input.press('Escape');
    await expect(workbench.active).toContainText('Deploy to weather-tools/staging');
    await expect(workbench.item(/^Not sent unless selected/)).toContainText(
      '.env (dotenv file that might contain secrets)',
    );
    await expect(workbench.item(/^Excluded files/)).toContainText('never sent: node_modules');
    await expect(workbench.item(/^Environment/)).toContainText('weather-tools/staging');
    await expect(workbench.item(/^Transport/)).toContainText('Streamable HTTP');
    expect(uploads(service)).toEqual([]);
    expect(listDeploymentRequests(service)).toEqual([]);

    await workbench.input.press('Enter');
    await expect.poll(() => listDeploymentRequests(service).length).toBe(1);
    await expect(workbench.tab(/^Folder .+ \(staging\)$/)).toBeVisible();
    const paths = arrived(service) ?? [];
    expect(paths).toContain('package.json');
    expect(paths.filter((path) => /(^|\/)(\.env|\.git|node_modules)($|\/)/.test(path))).toEqual([]);
    await expect(findGroup(workbench, 'staging')).toBeVisible();
    await expect(workbench.row(/^Folder /)).toContainText('with local changes');
    service.clock.advance(31_000);
    await expect(workbench.environment('weather-tools', 'staging')).not.toContainText('deploying...');
  });

  test('names files that are large', async ({ workbench, service, folder }) => {
    for (const [name, size] of [
      ['small.bin', 99_999],
      ['large.bin', 2_000_000],
      ['medium.bin', 100_000],
    ] as const)
      writeFileSync(join(folder, name), 'a'.repeat(size));
    await workbench.run('Deploy Folder...', {
      environmentId: findEnvironmentId(service, 'weather-tools', 'staging'),
    });
    await expect(workbench.item(/^Files/)).toContainText('Largest: large.bin (2 MB), medium.bin (100 kB)');
  });

  test('sends a secret file only if it is named, and sends changed settings', async ({
    workbench,
    service,
  }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await workbench.run('Deploy Folder...', { environmentId: id });
    await workbench.choose(workbench.item(/^Not sent unless selected/));
    await workbench.choose(workbench.item(/^\.env/));
    await workbench.input.press('Enter');
    await expect(workbench.item(/^Not sent unless selected/)).toContainText('Selected files to send: .env');
    await workbench.choose(workbench.item(/^Transport/));
    await workbench.choose(workbench.item(/^Server-sent events/));
    await workbench.choose(workbench.item(/^Start command/));
    await expect(workbench.inputMessage).toContainText('start command');
    await workbench.enter('node other.js');
    await expect(workbench.item(/^Start command/)).toContainText('node other.js');
    // Closing an edited line leaves it unchanged.
    await workbench.choose(workbench.item(/^Build command/));
    await workbench.input.fill('half');
    await workbench.input.press('Escape');
    await expect(workbench.item(/^Build command/)).not.toContainText('half');
    await workbench.choose(workbench.item(/^Deploy to/));
    await expect.poll(() => listDeploymentRequests(service).length).toBe(1);
    expect(arrived(service)).toContain('.env');
    const [newest] = listServiceDeployments(service, 'weather-tools', 'staging');
    expect(newest?.uploaded?.settings).toEqual(
      expect.objectContaining({ transport: 'sse', startCommand: 'node other.js' }),
    );
  });

  test('retries a failure with the same archive, without prompts', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    service.faults.add({ match: put, times: 1, cutAtBytes: 10 });
    await workbench.run('Deploy Folder...', { environmentId: id });
    await workbench.choose(workbench.item(/^Deploy to/));
    await expect(workbench.item("The folder wasn't deployed")).toContainText(
      /^The connection was lost during the upload.*The folder wasn't deployed\.$/,
    );
    expect(listDeploymentRequests(service)).toEqual([]);
    await expect(workbench.active).toContainText('Try Again: Deploy to weather-tools/staging');
    await workbench.input.press('Enter');
    await expect.poll(() => listDeploymentRequests(service).length).toBe(1);
    await expect
      .poll(() => listServiceDeployments(service, 'weather-tools', 'staging')[0]?.uploaded)
      .toBeTruthy();
  });

  test('asks for another confirmation for production, and can be canceled', async ({
    workbench,
    service,
  }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'production');
    await workbench.run('Deploy Folder...', { environmentId: id });
    await workbench.choose(workbench.item(/^Deploy to weather-tools\/production/));
    await expect(workbench.dialog).toContainText('to weather-tools/production?');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.item(/^Deploy to/)).toBeVisible();
    await workbench.input.press('Escape');
    await expect(workbench.input).toBeHidden();
    expect(uploads(service)).toEqual([]);
    expect(listDeploymentRequests(service)).toEqual([]);
  });

  test('with all answers shows no prompts, and returns the response of the service', async ({
    service,
    folder,
  }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    const settings = { transport: 'stdio', startCommand: 'node .' };
    const answered = await run({ environmentId: id, folder, confirmed: true, settings });
    const [newest] = listServiceDeployments(service, 'weather-tools', 'staging');
    expect(answered).toEqual(expect.objectContaining({ id: newest?.id, status: 'ongoing' }));
    expect(newest?.uploaded?.settings).toEqual(expect.objectContaining(settings));
    expect(arrived(service)).not.toContain('.env');
  });

  test('deploys several folders of the Explorer one after another', async ({
    workbench,
    service,
    folder,
  }) => {
    const [first, second] = ['src', 'node_modules/other'].map((path) => vscode.Uri.file(join(folder, path)));
    if (!first || !second) throw new Error('There are fewer than two.');
    const done = run(first, [first, second]);
    await workbench.choose(workbench.item('staging').filter({ hasText: 'weather-tools' }));
    await workbench.choose(workbench.item(/^Deploy to weather-tools\/staging/));
    await workbench.choose(workbench.item('quiet').filter({ hasText: 'docs-search' }));
    await workbench.choose(workbench.item(/^Deploy to docs-search\/quiet/));
    expect(((await done) as unknown[]).length).toBe(2);
    expect(arrived(service)).toEqual(['server.ts']);
    expect(arrived(service, 'docs-search', 'quiet')).toEqual(['index.js']);
  });

  test('saves open files of the folder first', async ({ service, folder }) => {
    const path = join(folder, 'open.txt');
    writeFileSync(path, 'before');
    const document = await vscode.workspace.openTextDocument(path);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'changed ');
    await vscode.workspace.applyEdit(edit);
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await run({ environmentId: id, folder, confirmed: true });
    expect(document.isDirty).toBe(false);
    const [newest] = listServiceDeployments(service, 'weather-tools', 'staging');
    expect(newest?.uploaded?.archive.files.find((file) => file.path === 'open.txt')?.size).toBe(14);
  });

  test('offers the environments of the linked project first', async ({ workbench, service, folder }) => {
    const link = (id: string | undefined) =>
      vscode.workspace
        .getConfiguration(undefined, vscode.Uri.file(folder))
        .update(SettingId.project, id, vscode.ConfigurationTarget.WorkspaceFolder);
    await link(findProjectId(service, 'weather-tools'));
    try {
      await workbench.run('Deploy Folder...');
      await expect(workbench.item('')).toHaveText([
        /^weather-tools \/ staging /,
        /^weather-tools \/ production /,
        /^Another Environment\.\.\./,
      ]);
      await workbench.choose(workbench.item('weather-tools / staging'));
      await expect(workbench.active).toContainText('Deploy to weather-tools/staging');
      await workbench.input.press('Escape');
    } finally {
      await link(undefined);
    }
  });

  test('reports a service that does not accept folders', async ({ workbench, service }) => {
    service.faults.add({
      match: { path: '/v1/deployments/upload' },
      status: 404,
      body: { message: 'Not Found' },
    });
    await workbench.run('Deploy Folder...', {
      environmentId: findEnvironmentId(service, 'weather-tools', 'staging'),
    });
    await workbench.choose(workbench.item(/^Deploy to/));
    await expect(workbench.item("The folder wasn't deployed")).toContainText(
      "doesn't support folder uploads",
    );
    await workbench.input.press('Escape');
  });
});

test.describe('Create Project', () => {
  test.use({ repository: { files: nodeServer.files } });

  test('deploys the folder as its last step if there is no repository', async ({ workbench, service }) => {
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 22');
    await workbench.choose(workbench.item(/^Create Project and Deploy Folder\.\.\./));
    await workbench.choose(workbench.item(/^Deploy to Tides 22\/production/));
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect.poll(() => listDeploymentRequests(service).length).toBe(1);
    expect(arrived(service, 'Tides 22', 'production')).toContain('src/server.ts');
    await expect(workbench.tab(/^Folder .+ \(production\)$/)).toBeVisible();
  });
});
