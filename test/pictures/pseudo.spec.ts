import { expect, test } from '../e2e/fixtures.ts';
import { test as withFolder } from '../e2e/repositories.ts';
import { nodeServer } from '../kit/repositories.ts';
import { appendLogs, findEnvironmentId } from '../kit/sample.ts';
import { listServiceVariables } from '../kit/serviceVariables.ts';
import { take } from './take.ts';

// One scene of each view in the pseudo language, whose texts are longer.
test.use({ serviceOptions: { seed: 7, typicalOnly: true } });

const project = 'weather-tools';

test('translated: the tree, a menu, the palette, a prompt', async ({ workbench, page }, info) => {
  const { translate } = workbench;
  for (const name of ['billing-mcp', project]) await workbench.row(name).click();
  const staging = workbench.environment(project, 'staging');
  await staging.locator('.monaco-tl-twistie').click();
  await expect(workbench.row(translate('Logs'))).toBeVisible();
  await staging.hover();
  await take(page, info, 'tree');
  await staging.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: translate('Open Environment') })).toBeVisible();
  await take(page, info, 'tree-menu');
  await page.keyboard.press('Escape');
  await workbench.runOn(staging, 'Delete Environment...');
  await workbench.input.fill('stag');
  await expect(workbench.inputMessage).toContainText(translate('to confirm'));
  await take(page, info, 'delete-environment');
  await page.keyboard.press('Escape');
  await workbench.run('Select Service');
  await expect(workbench.inputMessage).toBeVisible();
  await take(page, info, 'select-service');
});

test('translated: logs', async ({ workbench, page, service }, info) => {
  const { translate, logs } = workbench;
  await workbench.openLogs(project, 'production');
  const json = JSON.stringify({ tool: 'get_forecast', error: { code: 504, message: 'upstream timed out' } });
  appendLogs(service, findEnvironmentId(service, project, 'production'), json);
  const entry = logs.locator('.row').filter({ hasText: 'upstream timed out' });
  await entry.getByRole('button', { name: translate('Expand') }).click();
  await expect(entry.locator('.details')).toBeVisible();
  await logs.locator('input').fill('timed');
  await expect(logs.locator('mark').first()).toBeVisible();
  await take(page, info, 'logs-filtered');
  await logs.locator('input').fill('');
  await logs.locator('.grid').press('g');
  await expect(logs.locator('.row.head').last()).toBeVisible();
  await take(page, info, 'logs-grouped');
  await logs.getByRole('button', { name: translate('More Actions...') }).click();
  await expect(workbench.item(translate('Show Times in UTC'))).toBeVisible();
  await take(page, info, 'logs-more');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 760, height: 700 });
  await take(page, info, 'logs-narrow');
});

test('translated: an environment, analytics, an audit report', async ({ workbench, page }, info) => {
  const { webview } = workbench;
  await page.setViewportSize({ width: 1280, height: 1000 });
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'production'), 'Open Environment');
  await expect(webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)')).toBeVisible();
  await take(page, info, 'environment');
  await workbench.runOn(workbench.row(project).first(), 'Open Analytics');
  await expect(webview.locator('.card canvas').first()).toBeVisible();
  await webview.locator('.card .u-over').nth(1).hover();
  await expect(webview.locator('.tip:visible')).toBeVisible();
  await take(page, info, 'analytics');
  await workbench.run('Open Audit Report');
  await workbench.enter('aud_rich');
  await expect(webview.locator('.kind.pass')).toBeAttached();
  await take(page, info, 'audit-report');
});

test('translated: confirmations of changes', async ({ workbench, page, service }, info) => {
  const { translate } = workbench;
  for (const { id, isSecret } of listServiceVariables(service, project, 'production')) {
    if (!isSecret) service.world.variables.delete(id);
  }
  await workbench.row(project).click();
  const production = workbench.environment(project, 'production');
  await workbench.runOn(production, 'Deploy');
  await expect(workbench.dialog).toContainText('production');
  await take(page, info, 'deploy');
  await page.keyboard.press('Escape');
  await expect(workbench.dialog).toBeHidden();
  await workbench.runOn(production, 'Edit Variables');
  const lines = page.locator('.editor-instance .view-lines');
  await expect(lines).toContainText('FORECAST_API_KEY');
  await lines.locator('.view-line').filter({ hasText: 'ALERTS_TOKEN' }).click();
  await page.keyboard.press('Control+Shift+k');
  await page.keyboard.press('Control+s');
  await expect(workbench.dialog).toContainText(translate('Remove (1)'));
  await take(page, info, 'variables-question');
  await workbench.dialog.getByRole('button').last().click();
  await workbench.run('Create Project...');
  await expect(workbench.inputMessage).toBeVisible();
  await take(page, info, 'create-project');
});

test('translated: the children of an environment, the registry, a playground', async ({
  workbench,
  page,
}, info) => {
  const { translate } = workbench;
  await page.setViewportSize({ width: 1280, height: 1000 });
  await workbench.row(project).click();
  const production = workbench.environment(project, 'production');
  await production.locator('.monaco-tl-twistie').click();
  for (const group of ['Deployments', 'Telemetry', 'Playground']) {
    await workbench.row(translate(group)).first().click();
  }
  await take(page, info, 'environment-rows');
  await workbench.runOn(workbench.row(project).first(), 'Publish to MCP Registry...');
  await expect(workbench.item('mcp.example.com').first()).toBeVisible();
  await workbench.input.press('Enter');
  await expect(workbench.inputMessage).toBeVisible();
  await workbench.input.fill('x'.repeat(101));
  await take(page, info, 'publish');
  await page.keyboard.press('Escape');
  await workbench.runOn(workbench.row(translate('Playground')).first(), 'Edit Playground');
  await expect(page.locator('.editor-instance .view-lines')).toContainText('"Weather tools"');
  await take(page, info, 'playground-document');
});

test('translated: audits, their categories, notifications', async ({ workbench, page, service }, info) => {
  const { translate } = workbench;
  await workbench.openAudits();
  await expect(workbench.audits.getByRole('button', { name: translate('Run Audit') })).toBeVisible();
  await take(page, info, 'audits-none');
  await workbench.row('billing-mcp').click();
  await workbench.runOn(workbench.environment('billing-mcp', 'staging'), 'Run Audit...');
  await expect(workbench.item(translate('End-to-end tasks'))).toBeVisible();
  await take(page, info, 'audits-categories');
  await workbench.input.press('Enter');
  await expect(workbench.audits.getByRole('treeitem').first()).toBeVisible();
  await workbench.closeAudits();
  service.clock.advance(60_000);
  await expect(workbench.notification(translate('finished'))).toBeVisible();
  await take(page, info, 'audits-notification');
});

test('translated: the inspector', async ({ workbench, page }, info) => {
  const { translate, webview } = workbench;
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'production'), 'Inspect Server');
  await expect(workbench.inputMessage).toContainText('Your own forecast key');
  await workbench.enter('the-key');
  await webview.locator('[data-key="tool:measure_wrongly"]').click();
  await webview.getByRole('button', { name: translate('Call Tool') }).click();
  await expect(webview.locator('.structured')).toBeVisible();
  await take(page, info, 'inspector');
});

withFolder.describe('a folder', () => {
  withFolder.use({ repository: nodeServer, serviceOptions: { seed: 7, typicalOnly: true, live: false } });

  withFolder('translated: Deploy Folder', async ({ workbench, page }, info) => {
    const { translate } = workbench;
    await workbench.row(project).click();
    await workbench.runOn(workbench.environment(project, 'staging'), 'Deploy Folder...');
    await expect(workbench.item(translate('Start command'))).toBeVisible();
    await take(page, info, 'deploy-folder');
  });
});

test.describe('without a service', () => {
  test.use({ connect: 'none' });

  test('translated: welcome', async ({ workbench, page }, info) => {
    await expect(workbench.welcome('Select Service')).toBeVisible();
    await take(page, info, 'welcome');
  });
});
