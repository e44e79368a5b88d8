import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCategory,
  environmentLabel,
  findCategory,
  findGroup,
  listServiceCategories,
  project,
} from '../categories.ts';
import { findTreeRow, openEnvironment } from '../environmentGroups.ts';
import { expect, test } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';
import type { Workbench } from '../workbench.ts';

const shared = {
  version: 1,
  categories: [
    { name: 'Weather', color: 'red' },
    { name: 'Travel', color: 'pink', intentIds: ['int_pack_for_trip', 'int_nowhere'] },
    { name: 'Billing', intentIds: ['int_forecast_today'] },
  ],
};

test.describe('a file of intent categories', () => {
  test.use({ sources: { 'team.intent-categories.json': JSON.stringify(shared, null, 2) } });

  test('has diagnostics, rejects errors, shows its plan, and continues after a failure', async ({
    workbench,
    service,
    folder,
    page,
  }) => {
    const file = join(folder, 'team.intent-categories.json');
    await openEnvironment(workbench, project, 'production');
    const issueed = (from: string, to: string) =>
      writeFileSync(file, JSON.stringify(shared, null, 2).replace(from, to));
    const failureMessage = (why: string) =>
      workbench.notification(`team.intent-categories.json wasn't imported. ${why}`);
    issueed('"red"', 'red');
    await workbench.runOn(workbench.environment(project, 'production'), 'Import Intent Categories...');
    await workbench.choose(workbench.item('team.intent-categories.json'));
    await expect(failureMessage("Line 6, column 16: red isn't valid JSON")).toBeVisible();
    await expect(workbench.cursor).toHaveText('Ln 6, Col 19 (3 selected)');

    await createCategory(workbench, 'Weather', 'Blue');
    await workbench
      .notification('"Weather" was created')
      .getByRole('button', { name: 'Link Intents...' })
      .click();
    await expect(workbench.inputMessage).toContainText('intent IDs');
    await workbench.enter('["int_severe_weather"]');
    await expect(findCategory(workbench, 'Weather')).toHaveAccessibleName(/1 intent linked in this editor$/);

    issueed('"pink"', '"pnik"');
    await importFile(workbench);
    await expect(
      failureMessage('Line 10, column 16: categories[1].color: must be one of red, orange'),
    ).toBeVisible();
    // The document is open there with the error selected, and its schema reports the same error.
    const wrong = page.locator('.editor-instance .view-line').filter({ hasText: '"pnik"' });
    await expect(wrong).toBeVisible();
    await expect(workbench.cursor).toHaveText('Ln 10, Col 22 (6 selected)');
    await expect(page.locator('.squiggly-warning')).toHaveCount(1);
    await page.evaluate(() => navigator.clipboard.writeText('""'));
    // A message that appears at the same time can swallow the pasted text.
    await repeatUntilDone(async (stretch) => {
      await page.keyboard.press('Control+v');
      await expect(wrong).toHaveCount(0, { timeout: 4000 * stretch });
    });
    await failureMessage('Line 10').getByRole('button', { name: 'Import Again' }).click();
    await expect(workbench.cursor).toHaveText('Ln 10, Col 18 (2 selected)');
    for (const key of ['ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
    const pink = page.locator('.suggest-widget .monaco-list-row').filter({ hasText: 'pink' });
    // Before the language server has read the text, the editor suggests words from the text instead.
    await repeatUntilDone(async (stretch) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
      await expect(pink).toBeVisible({ timeout: 4000 * stretch });
    });
    await pink.click();
    await expect(page.locator('.squiggly-warning')).toHaveCount(0);

    // Unsaved text counts.
    const path = '^/v1/environments/[^/]+/intent-categories$';
    await importFile(workbench);
    const { dialog } = workbench;
    await expect(dialog).toContainText(`Import team.intent-categories.json into ${environmentLabel}?`);
    await expect(dialog).toContainText('Create (2): Travel (pink), Billing');
    await expect(dialog).toContainText('Link 3 intents to: Travel, Billing');
    await expect(dialog).toContainText('Not changed because already in your list (1): Weather');
    await expect(dialog).toContainText(/with a different color.*: Weather/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(listServiceCategories(service)).toHaveLength(1);
    await importFile(workbench);
    service.faults.add({ match: { method: 'POST', path }, status: 404, times: 1 });
    service.faults.add({ match: { method: 'POST', path }, delayMs: 0, times: 1 });
    service.faults.add({ match: { method: 'POST', path }, status: 429, times: 1 });
    await dialog.getByRole('button', { name: 'Import' }).click();
    const stopped = workbench.notification(
      `Created 1 intent category and linked 1 intent in ${environmentLabel}.`,
    );
    await expect(stopped).toContainText('IDs: int_nowhere.');
    await expect(stopped).toContainText('Not imported yet: Billing.');
    // While a message moves into its position, a click can miss its button.
    await repeatUntilDone(async (stretch) => {
      await stopped.getByRole('button', { name: 'Continue' }).click({ timeout: 2000 * stretch });
      await expect(stopped.filter({ hasText: 'Not imported yet' })).toHaveCount(0, {
        timeout: 2000 * stretch,
      });
    });
    await expect(
      workbench.notification(`Created 1 intent category and linked 1 intent in ${environmentLabel}.`).last(),
    ).toBeVisible();
    await expect(
      findTreeRow(workbench, /^Billing, intent category, .*, 1 intent linked in this editor/),
    ).toBeVisible();
    await expect(
      findTreeRow(workbench, /^Travel, intent category, pink, 1 intent linked in this editor/),
    ).toBeVisible();
    expect(listServiceCategories(service).map(({ name, intentIds }) => [name, ...intentIds])).toEqual([
      ['Weather', 'int_severe_weather'],
      ['Travel', 'int_pack_for_trip'],
      ['Billing', 'int_forecast_today'],
    ]);

    await workbench.runOn(findGroup(workbench), 'Export Intent Categories...');
    await workbench.choose(workbench.item('Include Intent IDs'));
    await expect(workbench.input).toHaveValue(/\/production\.intent-categories\.json$/);
    await workbench.input.press('Enter');
    await expect(
      workbench.notification('Exported 3 intent categories to production.intent-categories.json.'),
    ).toBeVisible();
    const [billing] = listServiceCategories(service).filter(({ name }) => name === 'Billing');
    expect(JSON.parse(readFileSync(join(folder, 'production.intent-categories.json'), 'utf8'))).toEqual({
      version: 1,
      categories: [
        { name: 'Billing', color: billing?.color, intentIds: ['int_forecast_today'] },
        { name: 'Travel', color: 'pink', intentIds: ['int_pack_for_trip'] },
        { name: 'Weather', color: 'blue', intentIds: ['int_severe_weather'] },
      ],
    });
  });
});

/** Imports the file in the folder, up to its confirmation. */
async function importFile(workbench: Workbench): Promise<void> {
  await workbench.runOn(findGroup(workbench), 'Import Intent Categories...');
  await workbench.choose(workbench.item('team.intent-categories.json'));
}
