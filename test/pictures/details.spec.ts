import { findTreeRow, openEdgeCaseEnvironment, openEnvironment } from '../e2e/environmentGroups.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { findEnvironmentId } from '../kit/sample.ts';
import { take } from './take.ts';

const project = 'weather-tools';

test('telemetry destinations and a playground in the tree', async ({ workbench, page }, info) => {
  await openEnvironment(workbench, project, 'production');
  await expect(findTreeRow(workbench, /^Playground of production, enabled/)).toBeVisible();
  await findTreeRow(workbench, /^Playground of production/).click();
  await findTreeRow(workbench, /^Telemetry destinations of production, 1 suspended/).click();
  await expect(findTreeRow(workbench, /^Traces to/)).toBeVisible();
  await take(page, info, 'telemetry-tree');
});

test('the destinations on the page of an environment', async ({ workbench, page }, info) => {
  await openEdgeCaseEnvironment(workbench);
  await workbench.runOn(
    findTreeRow(workbench, /^Telemetry destinations of .* suspended/),
    'Open Telemetry Destinations',
  );
  await expect(
    workbench.webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)'),
  ).toBeVisible();
  await take(page, info, 'telemetry-page');
});

test('a playground as a page and as a document', async ({ workbench, page, service }, info) => {
  await openEnvironment(workbench, project, 'production');
  const group = findTreeRow(workbench, /^Playground of production, enabled/);
  await expect(group).toBeVisible();
  await workbench.runOn(group, 'Open Playground');
  await expect(
    workbench.webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)'),
  ).toBeVisible();
  await take(page, info, 'playground-page');
  await workbench.runOn(group, 'Edit Playground');
  const lines = page.locator('.editor-instance .view-lines');
  await expect(lines).toContainText('"Weather tools"');
  await lines.locator('.view-line').filter({ hasText: '"Weather tools"' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.evaluate(() => navigator.clipboard.writeText('"name": "Weather and more",'));
  await page.keyboard.press('Control+v');
  await take(page, info, 'playground-document');
  await page.keyboard.press('Control+s');
  await expect(workbench.dialog).toBeVisible();
  await take(page, info, 'playground-question');
  await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.statusbar')).toContainText('Nothing was sent.');
  const playground = service.world.playgrounds.get(findEnvironmentId(service, project, 'production'));
  if (playground) playground.isPlaygroundEnabled = false;
  await page.keyboard.press('Control+s');
  await expect(workbench.dialog).toContainText('has changed since you opened');
  await take(page, info, 'playground-conflict');
});
