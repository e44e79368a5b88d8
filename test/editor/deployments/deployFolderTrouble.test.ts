import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { nodeServer } from '../../kit/repositories.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { listDeploymentRequests, listServiceDeployments } from '../kit/deploymentRows.ts';
import type { HostWindow } from '../window.ts';

const put = { method: 'PUT', path: '/artifacts/' };

/** Returns the archives in a folder. */
function archivesIn(storage: string): readonly string[] {
  const archiveFolder = join(storage, 'archives');
  return existsSync(archiveFolder) ? readdirSync(archiveFolder) : [];
}

const target = (service: SampleService) => ({
  environmentId: findEnvironmentId(service, 'weather-tools', 'staging'),
});

const run = (service: SampleService, folder: string, more: object = {}): Thenable<unknown> =>
  vscode.commands.executeCommand('hostedMcp.deployFolder', { ...target(service), folder, ...more });

/** Deploys a folder with all answers as arguments, so that there are no prompts. */
const runAtOnce = (service: SampleService, folder: string): Thenable<unknown> =>
  run(service, folder, { confirmed: true });

async function deployFromSummary(workbench: HostWindow, service: SampleService): Promise<void> {
  await workbench.run('Deploy Folder...', target(service));
  await workbench.choose(workbench.item(/^Deploy to/));
}

const progressOf = (workbench: HostWindow) => workbench.notification('to weather-tools/staging');

async function cancel(workbench: HostWindow): Promise<void> {
  await progressOf(workbench).getByRole('button', { name: 'Cancel' }).click();
}

/** Returns the sizes of the files in the archive of the newest deployment, in bytes by path. */
function arrived(service: SampleService): Readonly<Record<string, number>> {
  const files = listServiceDeployments(service, 'weather-tools', 'staging')[0]?.uploaded?.archive.files ?? [];
  return Object.fromEntries(files.map(({ path, size }) => [path, size]));
}

const mebibyte = 1024 * 1024;
const zeros = Array.from({ length: 200 }, (_, n) => `zeros-${n}`);

/**
 * Writes files of zeros. They take no space and little time to search, but more time to pack than the
 * progress takes to appear.
 */
function writeZeros(folder: string, bytes: number): void {
  for (const path of zeros.map((name) => join(folder, name))) {
    writeFileSync(path, '', { flag: 'a' });
    truncateSync(path, bytes);
  }
}

test.describe('a canceled Deploy Folder', () => {
  test.use({ repository: nodeServer });

  test('sends nothing while it packs, and leaves no archive', async ({
    workbench,
    service,
    folder,
    storage,
  }) => {
    writeZeros(folder, 10 * mebibyte);
    await deployFromSummary(workbench, service);
    await expect(progressOf(workbench)).toContainText('% packed');
    expect(archivesIn(storage)).toHaveLength(1);
    await cancel(workbench);
    await expectCalm(workbench);
    expect(archivesIn(storage)).toEqual([]);
    await workbench.input.press('Escape');
    expect(service.world.uploads.all.size).toBe(0);
    expect(listDeploymentRequests(service)).toEqual([]);
  });

  test('deploys nothing while it uploads, and keeps the archive for one retry', async ({
    workbench,
    service,
    storage,
  }) => {
    service.faults.add({ match: put, times: 1, hang: true });
    await deployFromSummary(workbench, service);
    await expect(progressOf(workbench)).toContainText('uploaded');
    await cancel(workbench);
    await expectCalm(workbench);
    const [archive] = archivesIn(storage);
    expect(archive).toBeTruthy();
    expect(listDeploymentRequests(service)).toEqual([]);

    service.faults.add({ match: put, times: 1, hang: true });
    await workbench.choose(workbench.item(/^Try Again/));
    await expect(progressOf(workbench)).toContainText('uploaded');
    expect(archivesIn(storage)).toEqual([archive]);
    await cancel(workbench);
    await expectCalm(workbench);
    await workbench.input.press('Escape');
    await expect.poll(() => archivesIn(storage)).toEqual([]);
    expect(listDeploymentRequests(service)).toEqual([]);
  });

  test('ends without a message if there were no prompts', async ({ workbench, service, folder, storage }) => {
    service.faults.add({ match: put, hang: true });
    const done = runAtOnce(service, folder);
    await expect(progressOf(workbench)).toContainText('uploaded');
    expect(archivesIn(storage)).toHaveLength(1);
    await cancel(workbench);
    expect(await done).toBe(undefined);
    expect(archivesIn(storage)).toEqual([]);
    await expect(workbench.notification('')).toHaveCount(0);
    expect(listDeploymentRequests(service)).toEqual([]);
  });

  /** Expects one message, without an error, where the upload was started. */
  async function expectCalm(workbench: HostWindow): Promise<void> {
    const line = workbench.item("The folder wasn't deployed");
    await expect(line).toContainText('canceled');
    await expect(line).toHaveIcon('info');
    await expect(workbench.notification('')).toHaveCount(0);
  }
});

test.describe('Deploy Folder that is rejected after its upload', () => {
  test.use({ repository: nodeServer });

  test('sends the same upload again with Try Again, unless a file has changed', async ({
    workbench,
    service,
    folder,
    storage,
  }) => {
    const puts = (): number => service.requests.list().filter(({ method }) => method === 'PUT').length;
    service.faults.add({ match: { method: 'POST', path: /\/deploy$/ }, times: 2, status: 409 });
    const message = workbench.notification('weather-tools/staging is already in progress');
    const again = message.getByRole('button', { name: 'Try Again' });
    await runAtOnce(service, folder);
    expect([listDeploymentRequests(service).length, puts()]).toEqual([1, 1]);
    expect(archivesIn(storage)).toEqual([]);
    await again.click();
    await expect.poll(() => listDeploymentRequests(service).length).toBe(2);
    await expect(message).toBeVisible();
    expect(puts()).toBe(1);
    writeFileSync(join(folder, 'src/server.ts'), 'changed');
    await again.click();
    await expect.poll(() => arrived(service)['src/server.ts']).toBe(7);
    expect([listDeploymentRequests(service).length, puts()]).toEqual([3, 2]);
  });
});

test.describe('Deploy Folder with changing files', () => {
  test.use({ repository: nodeServer });

  test('names the changed file below the summary, and retries with its new content', async ({
    workbench,
    service,
    folder,
    storage,
  }) => {
    await workbench.run('Deploy Folder...', target(service));
    await expect(workbench.item(/^Files/)).toContainText('498 bytes');
    writeFileSync(join(folder, 'src/server.ts'), 'changed');
    await workbench.choose(workbench.item(/^Deploy to/));
    const line = workbench.item("The folder wasn't deployed");
    await expect(line).toContainText('src/server.ts changed');
    await expect(line).toHaveIcon('error');
    expect(archivesIn(storage)).toEqual([]);
    await expect(workbench.item(/^Files/)).toContainText('317 bytes');
    await workbench.choose(workbench.item(/^Try Again/));
    await expect.poll(() => arrived(service)['src/server.ts']).toBe(7);
    expect(listDeploymentRequests(service)).toHaveLength(1);
  });

  test('names a file that changed during packing, in a message with a retry', async ({
    workbench,
    service,
    folder,
    storage,
  }) => {
    writeZeros(folder, 10 * mebibyte);
    const done = runAtOnce(service, folder);
    await expect(progressOf(workbench)).toContainText('% packed');
    writeZeros(folder, 1000);
    const message = workbench.notification(/zeros-\d+ changed/);
    await expect(message).toBeVisible();
    expect(await done).toBe(undefined);
    expect(archivesIn(storage)).toEqual([]);
    expect(listDeploymentRequests(service)).toEqual([]);
    await message.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(() => arrived(service)['zeros-0']).toBe(1000);
  });
});

test.describe('Deploy Folder with an unsaved file', () => {
  test.use({ repository: nodeServer, settings: { 'task.saveBeforeRun': 'prompt' } });

  /** Opens a document. Each test needs its own path, because the editor keeps documents open for a while. */
  async function open(folder: string, path: string): Promise<vscode.TextDocument> {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'saved');
    const document = await vscode.workspace.openTextDocument(join(folder, path));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'un');
    expect(await vscode.workspace.applyEdit(edit)).toBe(true);
    expect(document.isDirty).toBe(true);
    return document;
  }

  test('names it first, and saves it, ignores it, or cancels', async ({ workbench, service, folder }) => {
    const document = await open(folder, 'named.txt');
    const answer = async (name: string): Promise<void> => {
      await expect(workbench.dialog).toContainText('before deploying the folder?');
      await expect(workbench.dialog).toContainText('named.txt');
      await workbench.dialog.getByRole('button', { name, exact: true }).click();
    };
    const line = workbench.item(/^Files/);

    const done = run(service, folder);
    await answer('Cancel');
    expect(await done).toBe(undefined);
    await expect(workbench.notification('')).toHaveCount(0);
    expect(document.isDirty).toBe(true);

    void run(service, folder);
    await answer("Don't Save");
    await expect(line).toContainText('6 files · 503 bytes');
    expect(document.isDirty).toBe(true);
    await workbench.input.press('Escape');

    void run(service, folder);
    await answer('Save');
    await expect(line).toContainText('6 files · 505 bytes');
    expect(document.isDirty).toBe(false);
    expect(readFileSync(join(folder, 'named.txt'), 'utf8')).toBe('unsaved');
    await workbench.input.press('Escape');
    expect(service.world.uploads.all.size).toBe(0);
  });

  test('shows no prompt with all answers, and leaves the file unsaved', async ({ service, folder }) => {
    const document = await open(folder, 'answered.txt');
    await runAtOnce(service, folder);
    expect(arrived(service)['answered.txt']).toBe(5);
    expect(document.isDirty).toBe(true);
  });

  test('ignores a folder whose name only has the same beginning', async ({ workbench, service, folder }) => {
    await open(folder, 'alike-not/open.txt');
    const alike = join(folder, 'alike');
    mkdirSync(alike);
    writeFileSync(join(alike, 'a.txt'), '');
    await workbench.run('Deploy Folder...', { ...target(service), folder: alike });
    await expect(workbench.item(/^Deploy to/)).toBeVisible();
    await expect(workbench.dialog).toHaveCount(0);
    await workbench.input.press('Escape');
  });

  test('deploys nothing if the file cannot be saved', async ({ workbench, service, folder }) => {
    await open(folder, 'lost/open.txt');
    // A file replaces the folder.
    rmSync(join(folder, 'lost'), { recursive: true });
    writeFileSync(join(folder, 'lost'), '');
    await workbench.run('Deploy Folder...', { ...target(service), folder });
    await workbench.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(workbench.notification("couldn't be saved")).toBeVisible();
    await expect(workbench.input).toHaveCount(0);
    expect(service.world.uploads.all.size).toBe(0);
  });
});
