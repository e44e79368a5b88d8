import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { findServicePlayground, formatPlaygroundDocument } from '../../kit/playground.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import { findTreeRow, listRequestPaths, openEnvironment } from '../environmentGroups.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const project = 'weather-tools';
const group = (workbench: Workbench, name = 'production') =>
  findTreeRow(workbench, new RegExp(`^Playground of ${name}`));
const failed = (workbench: Workbench) =>
  workbench.notification("Failed to save 'production.playground.json'");

test.describe('the document of a playground', () => {
  test('sends nothing invalid or unconfirmed, and stays unsaved if the service fails', async ({
    workbench,
    service,
  }) => {
    // The editor shows at most three notifications in 800 ms, so the test saves at most three times.
    await test.step('rejects invalid values, by field', async () => {
      await open(workbench);
      service.requests.clear();
      await type(workbench, '{ "name": ');
      await save(workbench);
      await expect(failed(workbench)).toContainText('Line 1, column 10: a value is missing.');
      await type(
        workbench,
        '{"isPlaygroundEnabled":"yes","name":"x","description":"","headers":[],"prompts":[]}',
      );
      await save(workbench);
      await expect(failed(workbench).first()).toContainText('isPlaygroundEnabled: must be true or false.');
      await expect(failed(workbench).first()).toContainText(
        'examplePrompts: is required and must be a list.',
      );
      await expect(failed(workbench).first()).toContainText("prompts isn't a playground field.");
      // The schema of the package underlines the error.
      await expect(workbench.page.locator('.squiggly-warning').first()).toBeVisible();
      // The message doesn't begin with the name of an error class.
      await expect(failed(workbench).first()).not.toContainText(/Unavailable|FileSystemError|Error:/);

      const header = { name: 'x key', isRequired: true, isSecret: true };
      await type(
        workbench,
        formatPlaygroundDocument({ name: ' ', prompts: ['1', '2', '3', '4', '5', '6'], headers: [header] }),
      );
      await save(workbench);
      for (const issue of [
        'name: must not be blank.',
        'headers[0].name: must not be empty or contain spaces',
        'examplePrompts: must be a list of 0 to 5 items.',
      ]) {
        await expect(failed(workbench).first()).toContainText(issue);
      }
      await expect(dirty(workbench)).toHaveCount(1);
      // The schema of the package reports an error in each field.
      await expect(workbench.page.locator('.squiggly-warning')).toHaveCount(3);
      expect(listRequestPaths(service, '/playground').filter((method) => method !== 'GET')).toEqual([]);
    });

    await test.step('sends nothing without a confirmation', async () => {
      await workbench.clearNotifications();
      service.requests.clear();
      await type(workbench, formatPlaygroundDocument({ name: 'Other' }));
      await save(workbench);
      await expect(workbench.dialog).toContainText('Name: "Weather tools" → "Other"');
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(workbench.page.locator('.statusbar')).toContainText('Nothing was sent.');
      await expect(lines(workbench)).toContainText('"Other"');
      await expect(dirty(workbench)).toHaveCount(1);
      await expect(workbench.notification('')).toHaveCount(0);
      expect(listRequestPaths(service, '/playground').filter((method) => method !== 'GET')).toEqual([]);
      expect(findServicePlayground(service).serverMetadata?.name).toBe('Weather tools');
    });

    await test.step('stays unsaved if the service fails, and can then be saved', async () => {
      await workbench.clearNotifications();
      await type(workbench, formatPlaygroundDocument({ name: 'Kept' }));
      service.faults.add({ match: { method: 'PUT' }, status: 500, times: 1 });
      await save(workbench);
      await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(failed(workbench)).toContainText('Service error 500');
      await expect(lines(workbench)).toContainText('"Kept"');
      await expect(dirty(workbench)).toHaveCount(1);
      await save(workbench);
      await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dirty(workbench)).toHaveCount(0);
      expect(findServicePlayground(service).serverMetadata?.name).toBe('Kept');
    });
  });
});

test.describe('with auto save', () => {
  test.use({
    settings: {
      'files.autoSave': 'afterDelay',
      'files.autoSaveDelay': 100,
      '[hostedMcpVariables]': { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 },
    },
    sources: { 'other.txt': 'Another file.\n' },
  });

  test('documents are only sent manually: a message explains that if the setting is for their language', async ({
    workbench,
    service,
    folder,
  }) => {
    await open(workbench);
    await type(workbench, formatPlaygroundDocument({ name: 'Typed' }));
    // The editor saves this file automatically after it's edited.
    await workbench.page.keyboard.press('Control+p');
    await workbench.input.fill('other.txt');
    await workbench.choose(workbench.item('other.txt'));
    await expect(workbench.tab('other.txt')).toBeVisible();
    await lines(workbench).click();
    await workbench.page.keyboard.insertText('typed later');
    await expect.poll(() => readFileSync(join(folder, 'other.txt'), 'utf8')).toContain('typed later');
    await expect(workbench.notification('')).toHaveCount(0);
    await expect(dirty(workbench)).toHaveCount(1);
    await workbench.tab('production.playground.json').click();
    await lines(workbench).click();
    await save(workbench);
    await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dirty(workbench)).toHaveCount(0);
    expect(findServicePlayground(service).serverMetadata?.name).toBe('Typed');

    await test.step('the document of variables, which has the setting', async () => {
      await workbench.runOn(workbench.environment(project, 'production'), 'Edit Variables');
      await expect(workbench.tab('production.env')).toBeVisible();
      await expect(lines(workbench)).toContainText('LOG_LEVEL');
      await lines(workbench).click();
      service.requests.clear();
      await workbench.page.keyboard.press('Control+End');
      await workbench.page.keyboard.insertText('TYPED=1\n');
      await expect(workbench.notification('Auto save').first()).toBeVisible();
      await expect(workbench.dialog).toHaveCount(0);
      await save(workbench);
      await workbench.dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dirty(workbench)).toHaveCount(0);
      const variables = listServiceVariables(service, project, 'production');
      expect(variables.find(({ key }) => key === 'TYPED')?.value).toBe('1');
    });
  });
});

async function open(workbench: Workbench): Promise<void> {
  await openEnvironment(workbench, project, 'production');
  await expect(group(workbench)).toContainText('enabled');
  await workbench.runOn(group(workbench), 'Edit Playground');
  await expect(workbench.tab('production.playground.json')).toBeVisible();
  await expect(lines(workbench)).toContainText('"Weather tools"');
  await lines(workbench).click();
}

/** Replaces the text of the document. */
async function type(workbench: Workbench, text: string): Promise<void> {
  await lines(workbench).click();
  await workbench.page.keyboard.press('Control+a');
  await pasteOver(workbench, text);
  await expect(dirty(workbench)).toHaveCount(1);
}

/** The editor would complete typed text with brackets and quotation marks, so it's pasted. */
/** Pastes a text over the selection. The editor reads the clipboard later than it accepts the next key. */
async function pasteOver({ page }: Workbench, text: string): Promise<void> {
  const selected = page.locator('.statusbar').getByRole('button', { name: / selected\)$/ });
  await expect(selected).toBeVisible();
  await page.evaluate((whole) => navigator.clipboard.writeText(whole), text);
  await page.keyboard.press('Control+v');
  await expect(selected).toBeHidden();
}

async function save({ page }: Workbench): Promise<void> {
  await page.keyboard.press('Control+s');
}

function lines(workbench: Workbench): Locator {
  return workbench.page.locator('.editor-instance .view-lines');
}

function dirty(workbench: Workbench): Locator {
  return workbench.page.locator('.tabs-container .tab.dirty');
}
