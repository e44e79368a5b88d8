import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { expect, test } from '../fixtures.ts';
import {
  createCategory,
  environmentLabel,
  findCategory,
  findGroup,
  listServiceCategories,
  project,
} from '../kit/categories.ts';
import { findTreeRow, openEnvironment } from '../kit/environmentGroups.ts';
import type { HostWindow } from '../window.ts';

// The editor keeps documents for a while, so each test has its own file.
const fileName = 'team.intent-categories.json';
const unsavedName = 'unsaved.intent-categories.json';
const shared = {
  version: 1,
  categories: [
    { name: 'Weather', color: 'red' },
    { name: 'Travel', color: 'pink', intentIds: ['int_pack_for_trip', 'int_nowhere'] },
    { name: 'Billing', intentIds: ['int_forecast_today'] },
  ],
};
const sharedText = JSON.stringify(shared, null, 2);

/** Imports the file in the folder, up to its confirmation. */
async function importFile(workbench: HostWindow, name: string): Promise<void> {
  await workbench.runOn(workbench.environment(project, 'production'), 'Import Intent Categories...');
  await workbench.choose(workbench.item(name));
}

const failureMessage = (workbench: HostWindow, why: string) =>
  workbench.notification(`${fileName} wasn't imported. ${why}`);

/** Expects the file in the active editor, with this selection. */
async function expectSelected(line: number, character: number, text: string): Promise<void> {
  const read = () => {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    const { document, selection } = editor;
    return [selection.start.line + 1, selection.start.character + 1, document.getText(selection)];
  };
  await expect.poll(read).toEqual([line, character, text]);
}

test.describe('a file of intent categories', () => {
  test.use({ sources: { [fileName]: sharedText } });

  test('is not imported with an error, which the editor selects', async ({ workbench, folder }) => {
    const file = join(folder, fileName);
    await openEnvironment(workbench, project, 'production');
    writeFileSync(file, sharedText.replace('"red"', 'red'));
    await importFile(workbench, fileName);
    await expect(failureMessage(workbench, "Line 6, column 16: red isn't valid JSON")).toBeVisible();
    await expectSelected(6, 16, 'red');

    const { document } = vscode.window.activeTextEditor ?? {};
    writeFileSync(file, sharedText.replace('"pink"', '"pnik"'));
    await expect.poll(() => document?.getText()).toContain('"pnik"');
    await importFile(workbench, fileName);
    const reason = 'Line 10, column 16: categories[1].color: must be one of red, orange';
    const message = failureMessage(workbench, reason);
    await expect(message).toBeVisible();
    await expectSelected(10, 16, '"pnik"');
    // The message can import it again.
    await workbench.type('""');
    await message.getByRole('button', { name: 'Import Again' }).click();
    await expectSelected(10, 16, '""');
  });
});

test.describe('an unsaved file of intent categories', () => {
  test.use({ sources: { [unsavedName]: '{}' } });

  test('has its plan confirmed, continues after a failure, and is exported', async ({
    workbench,
    service,
    folder,
  }) => {
    await openEnvironment(workbench, project, 'production');
    await createCategory(workbench, 'Weather', 'Blue');
    await workbench
      .notification('"Weather" was created')
      .getByRole('button', { name: 'Link Intents...' })
      .click();
    await expect(workbench.inputMessage).toContainText('intent IDs');
    await workbench.enter('["int_severe_weather"]');
    await expect(findCategory(workbench, 'Weather')).toHaveAccessibleName(/1 intent linked in this editor$/);

    const file = vscode.Uri.file(join(folder, unsavedName));
    await vscode.window.showTextDocument(file);
    // The unsaved text is imported.
    await workbench.selectAll();
    await workbench.type(sharedText);
    await expect(workbench.dirtyTabs).toHaveCount(1);
    const path = '^/v1/environments/[^/]+/intent-categories$';
    await importFile(workbench, unsavedName);
    const { dialog } = workbench;
    await expect(dialog).toContainText(`Import ${unsavedName} into ${environmentLabel}?`);
    await expect(dialog).toContainText('Create (2): Travel (pink), Billing');
    await expect(dialog).toContainText('Link 3 intents to: Travel, Billing');
    await expect(dialog).toContainText('Not changed because already in your list (1): Weather');
    await expect(dialog).toContainText(/with a different color.*: Weather/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(listServiceCategories(service)).toHaveLength(1);
    await importFile(workbench, unsavedName);
    service.faults.add({ match: { method: 'POST', path }, status: 404, times: 1 });
    service.faults.add({ match: { method: 'POST', path }, delayMs: 0, times: 1 });
    service.faults.add({ match: { method: 'POST', path }, status: 429, times: 1 });
    await dialog.getByRole('button', { name: 'Import' }).click();
    const stopped = workbench.notification(
      `Created 1 intent category and linked 1 intent in ${environmentLabel}.`,
    );
    await expect(stopped).toContainText('IDs: int_nowhere.');
    await expect(stopped).toContainText('Not imported yet: Billing.');
    await stopped.getByRole('button', { name: 'Continue' }).click();
    await expect(stopped).not.toContainText('Not imported yet');
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
    const billing = listServiceCategories(service).find(({ name }) => name === 'Billing');
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
