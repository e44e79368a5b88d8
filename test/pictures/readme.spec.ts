import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '../e2e/fixtures.ts';
import { setSideBar } from '../e2e/sideBar.ts';
import { root } from '../harness/paths.ts';
import { readCommandTitles } from '../kit/commandTitles.ts';
import { initRepository } from '../kit/repositories.ts';
import { addServiceVariable } from '../kit/serviceVariables.ts';
import type { readmePictures } from './readmePictures.ts';
import { type Crop, takeForReadme } from './takeForReadme.ts';

const project = 'weather-tools';
const { titleOf } = readCommandTitles(root);

type Take = (name: (typeof readmePictures)[number], crop?: Crop) => Promise<void>;

/** Opens a folder that is named like the project. */
const test = base.extend<{ take: Take }>({
  folder: async ({ folder }, use) => {
    const path = join(folder, project);
    mkdirSync(path, { recursive: true });
    await use(path);
  },

  take: async ({ page, service }, use) => use((name, crop) => takeForReadme(page, service.url, name, crop)),
});

/** An MCP server of usual size, with the secrets and packages of a developer's folder. */
const clone = {
  'package.json': JSON.stringify({
    name: project,
    engines: { node: '24.x' },
    scripts: { build: 'tsc', start: 'node dist/server.js' },
    dependencies: { '@modelcontextprotocol/server': '^2.4.0' },
  }),
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: {} }).padEnd(48_213),
  'src/server.ts': "import { McpServer } from '@modelcontextprotocol/server';\n".padEnd(6_482, '//\n'),
  '.gitignore': 'node_modules\ndist\n',
  '.env': 'FORECAST_API_KEY=put-your-key-here\n',
};

const inProject = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${project}/${path}`, text]));

/** Makes the folder a clone of the project's repository, with one commit. */
function commitAll(folder: string): void {
  initRepository(folder, { files: {}, remote: `https://github.com/octo-dev/${project}.git` });
  const author = ['-c', 'user.name=Octo', '-c', 'user.email=octo@example.com', '-c', 'commit.gpgSign=false'];
  execFileSync('git', ['add', '--all'], { cwd: folder });
  execFileSync('git', [...author, 'commit', '--quiet', '--message', 'Add the server'], { cwd: folder });
}

test('the Projects view beside a live log', async ({ workbench, page, take }) => {
  // At this width, no line of the log is cut off.
  await page.setViewportSize({ width: 1200, height: 660 });
  await setSideBar(page, 400);
  await workbench.row('billing-mcp').click();
  await workbench.openLogs(project, 'production');
  await expect(workbench.logs.locator('.row').last()).toBeVisible();
  await take('overview');
});

test.describe('with a repository', () => {
  test.use({ sources: inProject(clone) });

  test('the summary of Deploy Folder', async ({ workbench, page, folder, take }) => {
    commitAll(folder);
    await page.setViewportSize({ width: 1000, height: 800 });
    await workbench.row(project).click();
    await workbench.runOn(workbench.environment(project, 'staging'), titleOf('hostedMcp.deployFolder'));
    const widget = page.locator('.quick-input-widget');
    await expect(widget.getByText('Install command')).toBeVisible();
    await take('deploy', { part: widget });
  });
});

test('a log that is grouped by request', async ({ workbench, page, take }) => {
  // At this width, no line is cut off.
  await page.setViewportSize({ width: 1280, height: 611 });
  await workbench.openLogs(project, 'production');
  const { logs } = workbench;
  await expect(logs.locator('.row').last()).toBeVisible();
  const list = logs.locator('.grid');
  await list.press('g');
  await expect(logs.locator('.row.head').last()).toBeVisible();
  await list.press('End');
  for (let row = 0; row < 7; row++) await list.press('ArrowUp');
  await list.press('Enter');
  await expect(logs.locator('.row.child').first()).toBeVisible();
  await take('logs', { part: page.locator('.part.editor') });
});

test('a comparison of variables', async ({ workbench, page, service, take }) => {
  addServiceVariable(service, 'REGION', 'eu-west');
  await workbench.row(project).click();
  const title = titleOf('hostedMcp.compareEnvironments');
  await workbench.runOn(workbench.environment(project, 'staging'), title);
  await workbench.choose(workbench.item(project).filter({ hasText: 'production' }));
  const right = page.locator('.monaco-diff-editor .editor.modified .view-lines');
  await expect(right).toContainText('LOG_LEVEL');
  await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible();
  // Hides the side bar, so that both sides have room for their lines.
  await page.keyboard.press('Control+b');
  await expect(page.locator('.part.sidebar')).toBeHidden();
  const last = right.locator('.view-line').filter({ hasText: 'FORECAST_API_KEY' });
  await take('variables', { part: page.locator('.part.editor'), last });
});

test('an audit report', async ({ workbench, page, service, take }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  const id = 'aud_8d2f61c4';
  const targetUrl = 'https://weather.example.com/mcp';
  const startedAt = service.clock.now() - 3_600_000;
  service.world.audits.set(id, { id, targetUrl, excluded: new Set(), startedAt });
  await workbench.run(titleOf('hostedMcp.showAuditReport'));
  await expect(workbench.input).toBeVisible();
  await workbench.enter(id);
  await expect(workbench.webview.locator('h1')).toBeVisible();
  const last = workbench.webview.locator('article').first();
  await take('audit', { part: page.locator('.part.editor'), last });
});

test('a response in the inspector', async ({ workbench, page, take }) => {
  await page.setViewportSize({ width: 1280, height: 660 });
  const { webview } = workbench;
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'staging'), titleOf('hostedMcp.inspectServer'));
  await webview.locator('[data-key="tool:get_forecast"]').click();
  // Most tools of the sample server are edge cases.
  await webview.locator('[data-key="filter"]').fill('forecast');
  await expect(webview.locator('[data-key="tool:echo"]')).toHaveCount(0);
  const city = webview.locator('.detail').getByRole('textbox').first();
  await city.fill('Oslo');
  await city.press('Control+Enter');
  await expect(webview.locator('.response pre')).toContainText('Oslo');
  await take('inspector', { part: page.locator('.part.editor') });
});
