import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { workspaceTrust } from '../../harness/settings.ts';
import { findProjects } from '../../kit/createdProjects.ts';
import { nodeServer, pythonServer } from '../../kit/repositories.ts';
import {
  enterThrough,
  expectProjectShown,
  findTitle,
  goToSummary,
  sendSummary,
  startWizard,
} from '../createWizard.ts';
import { expect } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';
import { test } from '../repositories.ts';
import { Workbench } from '../workbench.ts';

test.describe('with several folders', () => {
  test.use({
    repository: {
      files: Object.fromEntries([
        ...Object.entries(nodeServer.files).map(([path, text]) => [`tides/${path}`, text]),
        ...Object.entries(pythonServer.files).map(([path, text]) => [`birds/${path}`, text]),
      ]),
    },
    workbench: async ({ page, editor, folder }, use) => {
      const file = join(folder, 'both.code-workspace');
      writeFileSync(file, JSON.stringify({ folders: [{ path: 'tides' }, { path: 'birds' }] }));
      // A workspace file opens its window without folders and adds them a moment later. The editor sometimes
      // misses that while it sets up the window. A user would reload the window.
      await repeatUntilDone(async (stretch) => {
        await page.goto(`${editor.url}/?workspace=${encodeURIComponent(file)}`);
        for (const name of ['tides', 'birds'])
          await page.getByRole('treeitem', { name, exact: true }).waitFor({ timeout: 15_000 * stretch });
      });
      const workbench = new Workbench(page);
      await workbench.openView();
      await use(workbench);
    },
  });

  test('the user can select another one, and Deploy Folder asks which one', async ({
    workbench,
    service,
  }) => {
    await startWizard(workbench);
    await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
    await expect(workbench.input).toHaveValue('tides');
    await enterThrough(workbench, 'Create Project');
    await workbench.choose(workbench.item(/^Folder.*tides · 1 other folder is open/));
    await expect(workbench.item('')).toHaveText([/^tides/, /^birds/]);
    await workbench.choose(workbench.item(/^birds/));
    await expect(workbench.item(/^Name.*bird-calls/)).toBeVisible();
    await workbench.choose(workbench.item(/^Name/));
    await workbench.enter('Birds');
    await expect(workbench.item(/Runtime.*python3\.14/)).toBeVisible();
    // The folder has no remote.
    await sendSummary(workbench);
    await expect(workbench.inputMessage).toContainText('Enter the URL of the Git repository.');
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
      await workbench.choose(workbench.item(/Deploy to weather-tools\/staging/));
      await expect(workbench.tab(/^Deployment: weather-tools\/staging/)).toBeVisible();
      const [upload] = [...service.world.uploads.all.values()];
      expect(upload?.archive?.files.map(({ path }) => path).toSorted()).toEqual(
        Object.keys(pythonServer.files).toSorted(),
      );
    });
  });
});

test.describe('in a folder that is not trusted', () => {
  test.use({
    repository: nodeServer,
    folder: async ({ folder }, use) => {
      // A command that Git runs as soon as it reads the files.
      const ran = trap(folder);
      writeFileSync(`${ran}.sh`, `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
      execFileSync('git', ['config', 'core.fsmonitor', `${ran}.sh`], { cwd: folder });
      await use(folder);
      for (const path of [ran, `${ran}.sh`]) rmSync(path, { force: true });
    },
    settings: {
      [workspaceTrust]: true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
      'git.enabled': true,
    },
  });

  test('the files are read, but nothing of the folder is executed', async ({
    workbench,
    service,
    folder,
  }) => {
    await expect(workbench.page.getByRole('button', { name: 'Restricted Mode' })).toBeVisible();
    await startWizard(workbench);
    await expect(workbench.input).toHaveValue('tide-tables');
    await goToSummary(workbench, 'Careful');
    await expect(workbench.input).toHaveAttribute('placeholder', /files were only read, not run\.$/);
    await expect(workbench.item(/Repository.*https:\/\/github\.com\/octo\/tide-tables/)).toBeVisible();
    await expect(workbench.item(/Branch.*release\/next/)).toBeVisible();
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Careful');
    expect(findProjects(service, 'Careful')).toEqual([
      expect.objectContaining({ startCommand: 'npm start' }),
    ]);
    expect(existsSync(trap(folder))).toBe(false);
    // Proves that the trap works: Git itself runs it.
    execFileSync('git', ['status'], { cwd: folder, stdio: 'ignore' });
    expect(existsSync(trap(folder))).toBe(true);
  });
});

function trap(folder: string): string {
  const trapFolder = join(dirname(folder), 'hm-traps');
  mkdirSync(trapFolder, { recursive: true });
  return join(trapFolder, basename(folder));
}
