import { expect, test } from '../e2e/fixtures.ts';
import { addServiceVariable, listServiceVariables } from '../kit/serviceVariables.ts';
import { take } from './take.ts';

const project = 'weather-tools';

// Deletes all plain variables before the document opens, so that no picture contains a value.
test('the document of variables, and its confirmation', async ({ workbench, page, service }, info) => {
  for (const { id, isSecret } of listServiceVariables(service, project, 'production')) {
    if (!isSecret) service.world.variables.delete(id);
  }
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'production'), 'Edit Variables');
  const lines = page.locator('.editor-instance .view-lines');
  await expect(lines).toContainText('FORECAST_API_KEY');
  await lines.locator('.view-line').filter({ hasText: 'ALERTS_TOKEN' }).click();
  await page.keyboard.press('Control+Shift+k');
  addServiceVariable(service, 'ADDED_ELSEWHERE', 'never shown', true, 'production');
  await page.keyboard.press('Control+s');
  await expect(workbench.dialog).toContainText('Delete (1)');
  await take(page, info, 'variables-question');

  await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('# To be filled in\nNEW_TOKEN=\nA=\nno assignment\n');
  await expect(page.locator('.squiggly-error').first()).toBeVisible();
  await take(page, info, 'variables-document');
});

test('a comparison of variables', async ({ workbench, page, service }, info) => {
  addServiceVariable(service, 'REGION', 'eu-west');
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'staging'), 'Compare Variables With...');
  await workbench.choose(workbench.item(project).filter({ hasText: 'production' }));
  await expect(page.locator('.monaco-diff-editor .editor.modified .view-lines')).toContainText('LOG_LEVEL');
  await expect(page.locator('.monaco-diff-editor .line-insert').first()).toBeVisible();
  await take(page, info, 'variables-comparison');
});

test('an import of variables', async ({ workbench, page }, info) => {
  const text = 'LOG_LEVEL=1\nNEW_TOKEN=1\nNEW_REGION=1\nBAD-KEY=1\nEMPTY=\n';
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, 'production'), 'Import Variables...');
  await workbench.choose(workbench.item(/clipboard/i));
  await expect(workbench.item('Add and change')).toBeVisible();
  await take(page, info, 'variables-import');
});
