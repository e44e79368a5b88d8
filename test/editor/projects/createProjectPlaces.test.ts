import { join } from 'node:path';
import * as vscode from 'vscode';
import { findProjects } from '../../kit/createdProjects.ts';
import { nodeServer, pythonServer } from '../../kit/repositories.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import { expect, test } from '../fixtures.ts';
import {
  acceptEntry,
  changeLine,
  enterThrough,
  expectProjectShown,
  findActive,
  findTitle,
  goBack,
  goToSummary,
  sendSummary,
  startWizard,
} from '../kit/createWizard.ts';
import { withValue } from '../kit/withValue.ts';
import type { HostWindow } from '../window.ts';

/** A text in the values of variables and in the token of a remote, to search for. */
const marker = 'Zq7';

test.describe('a server in TypeScript', () => {
  test.use({ repository: nodeServer });

  test('becomes a project with two prompts, from the data in its files', async ({ workbench, service }) => {
    await startWizard(workbench);
    await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
    await expect(workbench.input).toHaveValue('tide-tables');
    for (const [name, rule] of [
      ['x'.repeat(101), 'The name has 101 characters.'],
      ['   ', 'Enter a name of 1 to 100 characters.'],
    ] as const) {
      await workbench.input.fill(name);
      await expect(workbench.inputMessage).toContainText(rule);
      await workbench.input.press('Enter');
      expect(await workbench.input.inputValue()).toBe(name);
    }
    await workbench.enter('Tides 2');
    await expect(findTitle(workbench)).toHaveText('Create Project (2/3)');
    await goBack(workbench);
    await expect(workbench.input).toHaveValue('Tides 2');
    await workbench.input.press('Enter');
    await acceptEntry(workbench, 'Octo Dev');
    await expect(findTitle(workbench)).toHaveText('Create Project (3/3)');
    await expect(findActive(workbench)).toHaveText('Create Project');

    await test.step('sends only selected variables, and asks for missing values', async () => {
      await workbench.choose(workbench.item(/^Variables none · 4 found in \.env\.example, \.env$/));
      await expect(workbench.item('')).toHaveText([/LOG_LEVEL/, /TIDES_API_KEY/, /STATION/, /UNUSED/]);
      await expect(workbench.checked).toHaveCount(0);
      await workbench.item('TIDES_API_KEY').click();
      await workbench.item('STATION').click();
      await workbench.input.press('Enter');
      await expect(workbench.checked).toHaveText([/TIDES_API_KEY/]);
      await workbench.input.press('Enter');
      await expect(workbench.inputMessage).toContainText('value of STATION');
      await expect(workbench.masked).toBeVisible();
      await workbench.enter('Zq7-marker-station');
    });

    await test.step('names the sources of suggestions in the prompts', async () => {
      await workbench.choose(workbench.item(/^Runtime/));
      await expect(findActive(workbench)).toContainText('from engines.node: >=20 <23');
      await workbench.choose(workbench.item(/node22/));
      await workbench.choose(workbench.item(/^Transport/));
      await expect(findActive(workbench)).toContainText('found in src/server.ts');
      await workbench.choose(workbench.item(/streamablehttp/));
    });

    await expect(workbench.item('')).toHaveText([
      ...[/^Create Project$/, /^Name Tides 2$/, /^Team Octo Dev$/],
      /^Repository https:\/\/github\.com\/octo\/tide-tables .*The SSH URL is converted to an HTTPS URL\.$/,
      ...[/^Branch release\/next$/, /^Root directory repository root$/],
      ...[/^Variables 2 · TIDES_API_KEY \(secret\), STATION$/],
      ...[/^Runtime Node\.js 22 · from engines\.node: >=20 <23$/, /^Transport Streamable HTTP/],
      ...[/^Install command npm ci$/, /^Build command npm run build$/, /^Build output directory dist$/],
      /^Start command npm start$/,
    ]);
    expect(workbench.seen()).not.toContain(marker);
    await changeLine(workbench, /Start command/, 'node dist/server.js');
    await changeLine(workbench, /Build output directory/, '');
    expect(findProjects(service, 'Tides 2')).toEqual([]);
    await sendSummary(workbench);

    await expectProjectShown(workbench, 'Tides 2');
    expect(findProjects(service, 'Tides 2')).toEqual([
      expect.objectContaining({
        sourceRepository: 'https://github.com/octo/tide-tables',
        rootDirectory: null,
        runtime: 'node22',
        transport: 'streamablehttp',
        teamId: service.world.teams[0]?.id,
        installCommand: 'npm ci',
        buildCommand: 'npm run build',
        buildOutputDir: null,
        startCommand: 'node dist/server.js',
      }),
    ]);
    expect(listServiceVariables(service, 'Tides 2', 'production')).toEqual([
      expect.objectContaining({ key: 'TIDES_API_KEY', value: 'Zq7-marker-key', isSecret: true }),
      expect.objectContaining({ key: 'STATION', value: 'Zq7-marker-station', isSecret: false }),
    ]);
    expectNothingSecret(workbench);
  });
});

test.describe('a server in Python', () => {
  test.use({ repository: pythonServer });

  test('is detected from its files, and the token of its remote is removed', async ({
    workbench,
    service,
  }) => {
    await startWizard(workbench);
    await expect(workbench.input).toHaveValue('bird-calls');
    await enterThrough(workbench, 'Create Project');
    await expect(workbench.item(/^Runtime Python 3\.14 · from \.python-version: 3\.14$/)).toBeVisible();
    await expect(
      workbench.item(/^Transport Server-sent events \(SSE\) · found in server\.py$/),
    ).toBeVisible();
    await expect(workbench.item(/Repository/)).toContainText('in the URL is removed');
    expect(workbench.seen()).not.toContain(marker);
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'bird-calls');
    expect(findProjects(service, 'bird-calls')).toEqual([
      expect.objectContaining({
        sourceRepository: 'https://github.com/octo/bird-calls',
        runtime: 'python3.14',
        transport: 'sse',
        installCommand: 'uv sync',
        buildCommand: null,
        startCommand: 'uv run python server.py',
      }),
    ]);
    expectNothingSecret(workbench);
  });
});

test.describe('without a folder', () => {
  test.use({ hasFolder: false });

  test('only required values have prompts, without suggestions', async ({ workbench, service }) => {
    await startWizard(workbench);
    await expect(workbench.inputMessage).toContainText('Enter a name for the project');
    await expect(workbench.input).toHaveValue('');
    await workbench.input.fill('weather-tools');
    await expect(workbench.inputMessage).toContainText(
      'Enter a name for the project. Another project has this name',
    );
    await goToSummary(workbench, 'Nowhere');
    await expect(workbench.item(/^Repository missing/)).toBeVisible();
    await workbench.choose(workbench.item(/^Create Project 2 values are missing/));
    await expect(workbench.inputMessage).toContainText(
      'Enter a repository URL, or leave the box empty to deploy a folder later.',
    );
    await expect(workbench.inputMessage).not.toContainText('in this folder');
    await workbench.enter('github.com/octo/nowhere');
    await acceptEntry(workbench, 'Node.js 24');
    await changeLine(workbench, /^Branch/, 'next');
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Nowhere');
    expect(findProjects(service, 'Nowhere')).toEqual([
      expect.objectContaining({ sourceRepository: 'https://github.com/octo/nowhere', runtime: 'node24' }),
    ]);
  });
});

test.describe('a clone with several remotes', () => {
  test.use({ repository: { ...nodeServer, remotes: { mirror: 'https://git.example.com/octo/tides.git' } } });

  test('selects the best one, counts the others, and can select another one', async ({
    workbench,
    service,
  }) => {
    await startWizard(workbench);
    await goToSummary(workbench, 'Mirrored');
    await workbench.choose(
      workbench.item(/^Repository https:\/\/github\.com\/octo\/tide-tables .*1 other remote$/),
    );
    await expect(findActive(workbench)).toHaveText('https://github.com/octo/tide-tables');
    await workbench.choose(workbench.item('git.example.com'));
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Mirrored');
    expect(findProjects(service, 'Mirrored')).toEqual([
      expect.objectContaining({ sourceRepository: 'https://git.example.com/octo/tides' }),
    ]);
  });
});

test.describe('with several folders', () => {
  test.use({
    sources: Object.fromEntries([
      ...Object.entries(nodeServer.files).map(([path, text]) => [`tides/${path}`, text]),
      ...Object.entries(pythonServer.files).map(([path, text]) => [`birds/${path}`, text]),
    ]),
  });

  test('the user can select another one, and Deploy Folder asks which one', async ({
    workbench,
    service,
    folder,
  }) => {
    const folders = ['tides', 'birds'].map((name, index) => {
      return { name, index, uri: vscode.Uri.file(join(folder, name)) };
    });
    const findFolder = ({ path }: vscode.Uri) => folders.find(({ uri }) => path.startsWith(uri.path));
    const task = async (): Promise<void> => {
      await startWizard(workbench);
      await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
      await expect(workbench.input).toHaveValue('tides');
      await enterThrough(workbench, 'Create Project');
      await workbench.choose(workbench.item(/^Folder.*tides · 1 other folder is open/));
      await expect(workbench.item('')).toHaveText([/^tides/, /^birds/]);
      await workbench.choose(workbench.item(/^birds/));
      await expect(workbench.item(/^Name.*bird-calls/)).toBeVisible();
      await changeLine(workbench, /^Name/, 'Birds');
      await expect(workbench.item(/Runtime.*Python 3\.14/)).toBeVisible();
      // The folder has no remote.
      await workbench.choose(workbench.item(/^Create Project 1 value is missing/));
      await expect(workbench.inputMessage).toContainText('Enter a repository URL');
      await workbench.enter('github.com/octo/birds');
      await expect(workbench.item(/^Repository.*https:\/\/github\.com\/octo\/birds/)).toBeVisible();
      await sendSummary(workbench);
      await expectProjectShown(workbench, 'Birds');
      expect(findProjects(service, 'Birds')).toEqual([
        expect.objectContaining({ runtime: 'python3.14', installCommand: 'uv sync' }),
      ]);

      await test.step('Deploy Folder asks for the folder and sends it', async () => {
        await workbench.run('Deploy Folder...');
        await expect(workbench.item('')).toHaveText([/^tides/, /^birds/]);
        await workbench.choose(workbench.item(/^birds/));
        await workbench.choose(workbench.item('weather-tools / staging'));
        await workbench.choose(workbench.item(/^Deploy to weather-tools\/staging/));
        await expect(workbench.tab(/^Folder birds \(staging\)$/)).toBeVisible();
        const [upload] = [...service.world.uploads.all.values()];
        expect(upload?.archive?.files.map(({ path }) => path).toSorted()).toEqual(
          Object.keys(pythonServer.files).toSorted(),
        );
      });
    };
    await withValue(vscode.workspace, 'workspaceFolders', folders, () =>
      withValue(vscode.workspace, 'getWorkspaceFolder', findFolder, task),
    );
  });
});

/** Expects that no visible text and no line of the extension's log contains the marker. */
function expectNothingSecret(workbench: HostWindow): void {
  expect(workbench.seen()).not.toContain(marker);
  expect(workbench.fakeEditor.log.join('\n')).not.toContain(marker);
}
