import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../kit/shown.ts';
import { expect, test } from '../fixtures.ts';

// A server that only says that it was started, and where.
const server = "require('node:fs').writeFileSync('started', process.argv[2]); process.stdin.resume();";
const inFolder = '$' + '{workspaceFolder}';
const mcpFile = (argument: string) => `{
  // Of the editor.
  "servers": { "sample": { "command": "node", "args": ["${inFolder}/server.js", "${argument}"] } },
}`;

test.describe('a server that the workspace names', () => {
  test.use({ sources: { '.vscode/mcp.json': mcpFile('one'), 'server.js': server } });

  test('stands above the environments of other projects', async ({ workbench }) => {
    await workbench.run('Inspect Server…');
    await expect(workbench.item(/^sample /)).toBeVisible();
    const labels = workbench.asked.questions[0]?.items.map(({ label }) => label) ?? [];
    expect(labels.slice(0, 2)).toEqual(['sample', 'Another URL or Port…']);
    expect(labels.length).toBeGreaterThan(3);
  });

  test('is started once that is allowed, and again only as it is', async ({ workbench, folder }) => {
    const started = join(folder, 'started');
    const inspect = async (): Promise<void> => {
      await workbench.run('Inspect Server…');
      await workbench.choose(workbench.item(/^sample /));
    };
    await inspect();
    await expect(workbench.dialog).toContainText(join(folder, 'server.js'));
    await expect(workbench.dialog).toContainText('Start the server “sample” of');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await inspect();
    await expect(workbench.dialog).toBeVisible();
    expect(existsSync(started)).toBe(false);
    await workbench.dialog.getByRole('button', { name: 'Start' }).click();
    await until(
      () => existsSync(started),
      () => "The server wasn't started.",
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    writeFileSync(join(folder, '.vscode/mcp.json'), mcpFile('two'));
    await inspect();
    await expect(workbench.dialog).toContainText('two');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});

test.describe('while no one is signed in', () => {
  test.use({ connect: 'service', sources: { '.vscode/mcp.json': mcpFile('one') } });

  test('servers of the workspace are there to pick, and what was typed begins the URL', async ({
    workbench,
  }) => {
    await workbench.run('Inspect Server…');
    await expect(workbench.item(/^sample /)).toBeVisible();
    await workbench.input.fill('3000');
    await workbench.choose(workbench.item('Another URL or Port…'));
    await expect(workbench.input).toHaveValue('3000');
  });
});
