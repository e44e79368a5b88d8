import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { settingsFile, workspaceTrust } from '../../harness/settings.ts';
import { findProjects } from '../../kit/createdProjects.ts';
import { nodeServer } from '../../kit/repositories.ts';
import { expectProjectShown, goToSummary, sendSummary, startWizard } from '../createWizard.ts';
import { expect } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';
import { test } from '../repositories.ts';

const project = 'weather-tools';
const command = 'Find Missing Variables';

test.use({
  repository: {
    ...nodeServer,
    files: { ...nodeServer.files, 'src/port.js': 'export const port = process.env.HTTP_PORT;\n' },
  },
  folder: async ({ folder }, use) => {
    // A command that Git runs as soon as it reads the files.
    const ran = trap(folder);
    writeFileSync(`${ran}.sh`, `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
    execFileSync('git', ['config', 'core.fsmonitor', `${ran}.sh`], { cwd: folder });
    await use(folder);
    for (const path of [ran, `${ran}.sh`]) rmSync(path, { force: true });
  },
  editor: async ({ editor }, use) => {
    const keys = [{ key: 'ctrl+alt+f9', command: 'hostedMcp.findMissingVariables' }];
    writeFileSync(join(dirname(settingsFile(editor.dataDir)), 'keybindings.json'), JSON.stringify(keys));
    await use(editor);
  },
  settings: {
    [workspaceTrust]: true,
    'security.workspace.trust.startupPrompt': 'never',
    'security.workspace.trust.banner': 'never',
    'git.enabled': true,
  },
});

test('a workspace that is not trusted is read, but nothing is executed, and searched only after it is trusted', async ({
  workbench,
  service,
  folder,
  page,
}) => {
  await expect(page.getByRole('button', { name: 'Restricted Mode' })).toBeVisible();
  await test.step('a project is created from its files, but nothing of the folder is executed', async () => {
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

  await workbench.row(project).click();
  const row = workbench.environment(project, 'staging');
  await test.step('a command that searches the files is not in the menu', async () => {
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Variables', exact: true }).press('ArrowRight');
    await expect(page.getByRole('menuitem', { name: 'Edit Variables' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: command })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  await test.step('from a key binding, the command explains why, and searches after the workspace is trusted', async () => {
    await page.keyboard.press('Control+Alt+F9');
    const refusal = workbench.notification("This workspace isn't trusted");
    await refusal.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    // After trust is granted, the page doesn't have the focus, so Escape doesn't always reach it.
    await page.getByRole('button', { name: 'Close Modal Editor' }).click();
    // The extension now reads the link of the folder and redraws the tree. A menu that opens at that moment
    // loses its row.
    await repeatUntilDone(async (stretch) => {
      await page.keyboard.press('Escape');
      await workbench.runOn(row, command);
      await expect(workbench.item('HTTP_PORT')).toBeVisible({ timeout: 5000 * stretch });
    });
  });
});

function trap(folder: string): string {
  const trapFolder = join(dirname(folder), 'hm-traps');
  mkdirSync(trapFolder, { recursive: true });
  return join(trapFolder, basename(folder));
}
