import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SettingId } from '../../../src/ids.ts';
import { findProjectId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { withValue } from '../kit/withValue.ts';

const remote = (url: string) => ({
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': `[remote "origin"]\n\turl = ${url}\n`,
});
const settingsOf = (folder: string): unknown => {
  const file = join(folder, '.vscode/settings.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};
/** Writes the link of the folder, as a commit of another user would. */
const writeLink = (folder: string, id: string | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration(undefined, vscode.Uri.file(folder))
    .update(SettingId.project, id, vscode.ConfigurationTarget.WorkspaceFolder);

const productionOf = (project: string): RegExp => new RegExp(`^${project} / production .* · linked project$`);
const stagingOf = (project: string): RegExp => new RegExp(`^${project} / staging .*linked project$`);

test.describe('a folder', () => {
  test('is linked to a project, which is marked, shown as "linked project", and offered first', async ({
    workbench,
    service,
    folder,
  }) => {
    const row = workbench.row('billing-mcp');
    const id = findProjectId(service, 'billing-mcp');
    const given = { folder: vscode.Uri.file(folder).toString() };
    await expect(row).not.toContainText('linked project');
    try {
      await test.step('stores only the ID as the link, which can be undone', async () => {
        await workbench.run('Link Folder...');
        await workbench.choose(workbench.item(/^billing-mcp /));
        const message = workbench.notification('was linked to the project "billing-mcp".');
        await expect(message).toBeVisible();
        expect(settingsOf(folder)).toEqual({ [SettingId.project]: id });
        await expect(row).toContainText('linked project');
        await expect(row).toHaveAccessibleName(/, linked project/);
        await message.getByRole('button', { name: 'Undo' }).click();
        await expect(row).not.toContainText('linked project');
        expect(settingsOf(folder)).toEqual({});
      });

      await test.step('accepts answers of a command', async () => {
        const answer = await vscode.commands.executeCommand('hostedMcp.linkFolder', {
          ...given,
          projectId: id,
        });
        expect(answer).toEqual({ ...given, projectId: id });
        await expect(row).toContainText('linked project');
        const again = await vscode.commands.executeCommand('hostedMcp.linkFolder', {
          ...given,
          projectId: id,
        });
        expect(again).toEqual(answer);
        await expect(workbench.notification('is already linked to the project "billing-mcp".')).toBeVisible();
      });

      await test.step('offers its environments first, with production first for actions without changes', async () => {
        const first = workbench.item(/./).first();
        await workbench.run('Copy ID');
        await expect(first).toHaveText(productionOf('billing-mcp'));
        await workbench.input.press('Escape');
        await workbench.run('Edit Variables');
        await expect(first).toHaveText(stagingOf('billing-mcp'));
        await workbench.choose(workbench.item('billing-mcp / staging'));
        await expect(workbench.tab(/ staging\.env/)).toBeVisible();
        // The most recently used projects come after them.
        await workbench.run('Copy ID');
        await expect(first).toHaveText(stagingOf('billing-mcp'));
        await workbench.choose(workbench.item('weather-tools / production'));
        await workbench.run('Find Missing Variables...');
        await expect(first).toHaveText(stagingOf('billing-mcp'));
        await workbench.choose(workbench.item('billing-mcp / staging'));
        await workbench.run('Run Audit...');
        await expect(first).toHaveText(stagingOf('billing-mcp'));
        await workbench.input.press('Escape');
        await workbench.run('Open Analytics');
        await expect(first).toContainText('billing-mcp');
        await workbench.input.press('Escape');
      });

      await test.step('uses the link for the scope of the window', async () => {
        await workbench.run('Set Scope...');
        await expect(workbench.item('Linked Project')).toContainText('billing-mcp');
        await workbench.choose(workbench.item('Linked Project'));
        await expect(workbench.row('weather-tools')).toHaveCount(0);
        await expect(row).toBeVisible();
        await workbench.run('Show All Projects');
      });

      await test.step('removes the link', async () => {
        await workbench.run('Unlink Folder');
        await expect(workbench.notification('was unlinked')).toBeVisible();
        await expect(row).not.toContainText('linked project');
        expect(settingsOf(folder)).toEqual({});
        await workbench.run('Unlink Folder');
        await expect(workbench.notification("isn't linked to a project")).toBeVisible();
      });
    } finally {
      await writeLink(folder, undefined);
    }
  });

  test('whose linked project was deleted is reported, with a remedy', async ({
    workbench,
    service,
    folder,
  }) => {
    const broken = workbench.row('Link Folder...');
    try {
      await writeLink(folder, 'prj_gone');
      await expect(broken).toBeVisible();
      await expect(broken.tooltip()).toContainText('prj_gone');
      await expect(workbench.tree).toContainText(/The linked project of the folder ".+" wasn't found\./);
      await expect(workbench.row('Unlink Folder')).toBeVisible();
      await broken.click();
      await workbench.choose(workbench.item(/^weather-tools /));
      await expect(broken).toHaveCount(0);
      await expect(workbench.row('weather-tools')).toContainText('linked project');
      expect(settingsOf(folder)).toEqual({ [SettingId.project]: findProjectId(service, 'weather-tools') });
    } finally {
      await writeLink(folder, undefined);
    }
  });
});

test.describe('a clone of a project', () => {
  test.use({ sources: remote('git@github.com:octo-dev/weather-tools.git') });

  test('belongs to the project automatically, unless it has a link', async ({
    workbench,
    service,
    folder,
  }) => {
    await expect(workbench.row('weather-tools')).toContainText('linked project');
    await workbench.run('Copy ID');
    await expect(workbench.item(/./).first()).toHaveText(productionOf('weather-tools'));
    await workbench.input.press('Escape');
    try {
      await workbench.runOn(workbench.row('billing-mcp'), 'Link Folder...');
      await expect(workbench.row('billing-mcp')).toContainText('linked project');
      await expect(workbench.row('weather-tools')).not.toContainText('linked project');
      expect(settingsOf(folder)).toEqual({ [SettingId.project]: findProjectId(service, 'billing-mcp') });
    } finally {
      await writeLink(folder, undefined);
    }
    await expect(workbench.row('weather-tools')).toContainText('linked project');
  });
});

test.describe('several folders', () => {
  const inFolder = (name: string, files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));
  test.use({
    sources: {
      ...inFolder('rain', {
        ...remote('https://github.com/octo-dev/weather-tools'),
        'server.js': 'process.env.ONLY_RAIN_READS;',
      }),
      ...inFolder('tabs', {
        ...remote('https://github.com/octo-dev/billing-mcp'),
        'server.js': 'process.env.ONLY_TABS_READ;',
      }),
      ...inFolder('fog', remote('https://github.com/octo-dev/weather-tools')),
      ...inFolder('new', remote('https://github.com/octo-dev/brand-new')),
      ...inFolder('newer', remote('https://github.com/octo-dev/brand-new')),
      ...inFolder('plain', { 'server.js': '' }),
      ...inFolder('bare', { 'server.js': '' }),
    },
  });
  const open = (folder: string, ...names: readonly string[]) =>
    names.map((name, index) => ({ name, index, uri: vscode.Uri.file(join(folder, name)) }));

  test('belong to one project each: both are marked with their names, and only the relevant one is searched', async ({
    workbench,
    folder,
  }) => {
    await withValue(vscode.workspace, 'workspaceFolders', open(folder, 'rain', 'tabs'), async () => {
      await workbench.run('Refresh Projects');
      await expect(workbench.row('weather-tools')).toContainText('linked to rain');
      await expect(workbench.row('billing-mcp')).toContainText('linked to tabs');
      await workbench.run('Find Missing Variables...');
      await workbench.choose(workbench.item('billing-mcp / staging'));
      await expect(workbench.item('ONLY_TABS_READ')).toBeVisible();
      await expect(workbench.item('ONLY_RAIN_READS')).toHaveCount(0);
      await workbench.input.press('Escape');
      await workbench.run('Find Missing Variables...');
      await workbench.choose(workbench.item('docs-search / quiet'));
      await expect(workbench.item('ONLY_TABS_READ')).toBeVisible();
      await expect(workbench.item('ONLY_RAIN_READS')).toBeVisible();
      await workbench.input.press('Escape');

      await workbench.run('Link Folder...');
      await expect(workbench.item(/^rain /)).toBeVisible();
      await expect(workbench.item(/^tabs /)).toBeVisible();
      await expect(workbench.inputPlaceholder).toHaveText('Select the folder to link');
      await workbench.input.press('Escape');
      await workbench.run('Unlink Folder');
      await expect(workbench.inputPlaceholder).toHaveText('Select the folder to unlink');
      await workbench.input.press('Escape');
    });
  });

  test('of the same project are named together', async ({ workbench, folder }) => {
    await withValue(vscode.workspace, 'workspaceFolders', open(folder, 'rain', 'fog'), async () => {
      await workbench.run('Refresh Projects');
      const row = workbench.row('weather-tools');
      await expect(row).toContainText('linked to rain, fog');
      await expect(row.tooltip()).toContainText('Linked project for rain, fog');
    });
  });

  test('without a project explain why', async ({ workbench, folder }) => {
    const select = () => workbench.run('Set Scope...');
    const linked = workbench.item('Linked Project');
    await withValue(vscode.workspace, 'workspaceFolders', open(folder, 'plain', 'bare'), async () => {
      await select();
      await expect(linked).toContainText('no open folder has a Git remote');
      await workbench.input.press('Escape');
    });
    await withValue(vscode.workspace, 'workspaceFolders', open(folder, 'new', 'newer'), async () => {
      await select();
      await expect(linked).toContainText('no project uses the repository of an open folder');
      await workbench.choose(linked);
      await expect(workbench.tree).toContainText('No project uses the repository of an open folder.');
    });
  });
});

test.describe('a folder that is not trusted', () => {
  test.use({ sources: remote('git@github.com:octo-dev/weather-tools.git') });

  test('has no link, whatever its settings contain', async ({ workbench, service, folder }) => {
    await withValue(vscode.workspace, 'isTrusted', false, async () => {
      await writeLink(folder, findProjectId(service, 'billing-mcp'));
      try {
        const uri = vscode.Uri.file(folder);
        const written = () =>
          vscode.workspace.getConfiguration(undefined, uri).inspect(SettingId.project)?.workspaceFolderValue;
        await expect.poll(written).toBe(findProjectId(service, 'billing-mcp'));
        await workbench.run('Copy ID');
        await expect(workbench.item(/./).first()).toHaveText(productionOf('weather-tools'));
        await workbench.input.press('Escape');
        await expect(workbench.row('billing-mcp')).not.toContainText('linked project');
        await workbench.run('Link Folder...');
        const message = workbench.notification("workspace isn't trusted");
        await expect(message.getByRole('button', { name: 'Manage Workspace Trust' })).toBeVisible();
      } finally {
        await writeLink(folder, undefined);
      }
    });
  });
});

test.describe('a window without a folder', () => {
  test.use({ hasFolder: false });

  test('reports that there is nothing to link', async ({ workbench }) => {
    await workbench.run('Link Folder...');
    const message = workbench.notification('No folder is open.');
    await expect(message.getByRole('button', { name: 'Open Folder' })).toBeVisible();
  });
});
