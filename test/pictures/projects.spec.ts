import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test.describe('a project', () => {
  test.use({
    serviceOptions: { seed: 7, typicalOnly: true },
    sources: {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/config': [
        ...['[remote "origin"]', '\turl = git@github.com:octo-dev/weather-tools.git'],
        ...['[remote "upstream"]', '\turl = https://github.com/up/stream', ''],
      ].join('\n'),
    },
  });

  test('of the open folder, linked, renamed, connected, disconnected, deleted', async ({
    workbench,
    page,
  }, info) => {
    const row = workbench.row('weather-tools');
    await expect(row).toContainText('linked project');
    await take(page, info, 'project-of-this-folder');
    await row.click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Rename Project...' })).toBeVisible();
    await take(page, info, 'project-menu');
    await page.keyboard.press('Escape');
    await workbench.run('Link Folder...');
    await expect(workbench.item(/^weather-tools/)).toBeVisible();
    await take(page, info, 'link-folder');
    await page.keyboard.press('Escape');
    await workbench.run('Edit Variables');
    await expect(workbench.item('linked project').first()).toBeVisible();
    await take(page, info, 'pick-environment-of-this-folder');
    await page.keyboard.press('Escape');

    await workbench.runOn(row, 'Rename Project...');
    await workbench.input.fill('billing-mcp');
    await expect(workbench.inputMessage).toContainText('Another project has this name');
    await take(page, info, 'rename-project');
    await page.keyboard.press('Escape');

    await workbench.runOn(row, 'Disconnect Repository');
    await expect(workbench.dialog).toContainText('Disconnect "weather-tools"');
    await take(page, info, 'disconnect-repository');
    await workbench.dialog.getByRole('button', { name: 'Disconnect' }).click();

    await workbench.runOn(row, 'Connect Repository...');
    await workbench.choose(workbench.item('https://github.com/up/stream'));
    await expect(workbench.input).toHaveValue('https://github.com/up/stream');
    await workbench.input.fill('github.com/octo-dev/rain');
    await workbench.input.press('Enter');
    await expect(workbench.dialog).toContainText('branch in this repository');
    await take(page, info, 'connect-repository');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.input).toHaveValue('github.com/octo-dev/rain');
    await page.keyboard.press('Escape');

    await workbench.runOn(row, 'Delete Project...');
    await expect(workbench.dialog).toContainText('"weather-tools"');
    await take(page, info, 'delete-project');
    await workbench.dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(workbench.inputMessage).toContainText('Enter "weather-tools" to confirm');
    await take(page, info, 'delete-project-name');
    await page.keyboard.press('Escape');
  });
});

test.describe('a folder whose linked project does not exist', () => {
  test.use({
    serviceOptions: { seed: 7, typicalOnly: true },
    sources: { '.vscode/settings.json': JSON.stringify({ 'hostedMcp.project': 'prj_gone' }) },
  });

  test('is reported', async ({ workbench, page }, info) => {
    await expect(workbench.row('Unlink Folder')).toBeVisible();
    await take(page, info, 'broken-link');
  });
});
