import type { Locator } from '@playwright/test';
import { addServiceVariable, listServiceVariables } from '../../kit/serviceVariables.ts';
import type { SampleService } from '../../service/service.ts';
import { readFilesBelow } from '../filesBelow.ts';
import { expect, test } from '../fixtures.ts';
import { readPageStores } from '../storesOfPage.ts';
import type { Workbench } from '../workbench.ts';

const project = 'weather-tools';

test.describe('the document of variables', () => {
  test('masks secrets, sends nothing invalid or unconfirmed, and shows the new values', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('sends nothing invalid or unconfirmed', async () => {
      await open(workbench);
      service.requests.clear();
      await append(workbench, 'A=short', 'EMPTY_ONE=', 'two words', 'LOG_LEVEL=again');
      await save(workbench);
      const message = workbench.notification("Failed to save 'staging.env'").first();
      await expect(message).toContainText('Line 8: A: a key must have at least 2 characters.');
      await expect(message).toContainText('Line 9: EMPTY_ONE has no value.');
      await expect(message).toContainText('Line 10: This line is neither KEY=value nor a comment.');
      await expect(message).toContainText('Line 11: LOG_LEVEL is assigned more than once.');
      await expect(workbench.page.locator('.squiggly-error').first()).toBeVisible();
      await expect(dirty(workbench)).toHaveCount(1);

      for (const begin of ['A=', 'EMPTY_ONE', 'two words', 'LOG_LEVEL=again'])
        await replaceLine(workbench, begin, '');
      await append(workbench, 'FINE=1');
      await workbench.clearNotifications();
      await lines(workbench).click();
      for (const action of ['save', 'close']) {
        if (action === 'save') await save(workbench);
        else {
          await workbench.tab('staging.env').click({ button: 'middle' });
          await workbench.dialog.getByRole('button', { name: /^Save/ }).click();
        }
        await expect(workbench.dialog).toContainText('Add (1): FINE');
        await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect(page.locator('.statusbar')).toContainText('Nothing was sent.');
        await expect(lines(workbench)).toContainText('FINE=1');
        await expect(dirty(workbench)).toHaveCount(1);
      }
      await expect(workbench.notification('')).toHaveCount(0);
      expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    await test.step('shows the values of the service after Revert, including newer ones', async () => {
      await lines(workbench).click();
      await append(workbench, 'TYPED=1');
      addServiceVariable(service, 'CAME_LATER', 'new');
      await revert(workbench);
      await expect(lines(workbench)).toContainText('CAME_LATER=new');
      await expect(lines(workbench)).not.toContainText('TYPED=1');
      await expect(dirty(workbench)).toHaveCount(0);
      addServiceVariable(service, 'REFRESHED', 'newer');
      await workbench.run('Refresh Projects');
      await expect(lines(workbench)).toContainText('REFRESHED=newer');
      await lines(workbench).click();
      await append(workbench, 'TYPED=2');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): TYPED');
      await expect(workbench.dialog).not.toContainText(/CAME_LATER|REFRESHED/);
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
    });

    await test.step('masks secrets; saving confirms the names, applies the changes, and shows the new values', async () => {
      await workbench.clearNotifications();
      await lines(workbench).click();
      await expect(lines(workbench)).toContainText('FORECAST_API_KEY=<unchanged> # secret');
      await expect(lines(workbench)).toContainText('LOG_LEVEL=debug');
      await expect(lines(workbench)).not.toContainText(
        findServiceVariable(service, 'FORECAST_API_KEY')?.value ?? '',
      );
      await append(workbench, '# kept', 'NEW_TOKEN=typed-marker-2 # secret', "LINES='one", "two # three'");
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=info # as in production');
      await save(workbench);
      await expect(workbench.dialog).toContainText(`Change variables for ${project}/staging?`);
      await expect(workbench.dialog).toContainText('Add (2): NEW_TOKEN (secret), LINES');
      await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
      await expect(workbench.dialog).not.toContainText(/typed-marker-2|two|info/);
      expect(findServiceVariable(service, 'NEW_TOKEN')).toBeUndefined();
      await apply(workbench);
      await expect(lines(workbench)).toContainText('NEW_TOKEN=<unchanged> # secret');
      await expect(lines(workbench)).toContainText('# kept');
      await expect(lines(workbench)).toContainText('LOG_LEVEL=info # as in production');
      await expect(dirty(workbench)).toHaveCount(0);
      expect(findServiceVariable(service, 'NEW_TOKEN')).toMatchObject({
        value: 'typed-marker-2',
        isSecret: true,
      });
      expect(findServiceVariable(service, 'LINES')?.value).toBe('one\ntwo # three');
      expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe('info');
      await expect(
        workbench.notification('weather-tools/staging: 2 added, 1 changed. Redeploy to apply.'),
      ).toBeVisible();

      // The next change is relative to the saved text.
      await replaceLine(workbench, 'NEW_TOKEN', '');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Delete (1): NEW_TOKEN (secret)');
      await expect(workbench.dialog).not.toContainText(/Add|Change \(/);
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect.poll(() => findServiceVariable(service, 'NEW_TOKEN')).toBeUndefined();
      await page.keyboard.press('Control+s');
      await expect(workbench.dialog).toHaveCount(0);
    });
  });

  test('leaves no value in a log, nor on the disk after everything is saved', async ({
    workbench,
    service,
    context,
    page,
    editor,
  }) => {
    const printed: string[] = [];
    context.on('console', (message) => printed.push(message.text()));
    await workbench.logEverything();
    await open(workbench);
    await append(workbench, 'NEW_TOKEN=held7-token # secret', 'NODE_OPTIONS=held7-options');
    service.faults.add({ match: { method: 'POST' }, status: 500, times: 1 });
    await save(workbench);
    await apply(workbench);
    const message = workbench.notification("Failed to save 'staging.env'").first();
    await expect(message).toContainText('No changes were applied to weather-tools/staging.');
    await save(workbench);
    await apply(workbench);
    await expect(message).toContainText('NODE_OPTIONS (This key is reserved by the service)');
    await revert(workbench);
    await expect(dirty(workbench)).toHaveCount(0);
    expect(findServiceVariable(service, 'NEW_TOKEN')?.value).toBe('held7-token');

    const storedTexts = () => readFilesBelow(editor.dataDir);
    // The log contains the requests.
    const line = /POST \/v1\/environments\/\S+\/environment-variables · 400/;
    await expect.poll(() => storedTexts().some(([, text]) => line.test(text))).toBe(true);
    const holding = () => storedTexts().filter(([, text]) => text.includes('held7'));
    await expect.poll(() => holding().map(([name]) => name)).toEqual([]);
    for (const text of [editor.log(), printed.join('\n'), await page.evaluate(readPageStores)]) {
      expect(text.includes('held7')).toBe(false);
    }
  });

  test('marks production, and restores unsaved text after a reload', async ({
    workbench,
    service,
    editor,
  }) => {
    await open(workbench, 'production');
    await append(workbench, 'AFTER_RELOAD=1');
    // The editor stores unsaved texts a second after they were typed.
    await expect
      .poll(() => readFilesBelow(editor.dataDir).some(([, text]) => /AFTER_RELOAD=1/.test(text)))
      .toBe(true);
    await workbench.reloadWithEditors();
    await expect(lines(workbench)).toContainText('AFTER_RELOAD=1');
    await expect(dirty(workbench)).toHaveCount(1);
    await lines(workbench).click();
    await save(workbench);
    await expect(workbench.dialog).toContainText(`${project}/production (PRODUCTION)`);
    await expect(workbench.dialog).toContainText('Add (1): AFTER_RELOAD');
    await apply(workbench);
    await expect(dirty(workbench)).toHaveCount(0);
    const of = listServiceVariables(service, project, 'production');
    expect(of.find(({ key }) => key === 'AFTER_RELOAD')?.value).toBe('1');
  });
});

function findServiceVariable(service: SampleService, key: string) {
  return listServiceVariables(service).find((one) => one.key === key);
}

async function open(workbench: Workbench, environment = 'staging'): Promise<void> {
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, environment), 'Edit Variables');
  await expect(workbench.tab(`${environment}.env`)).toBeVisible();
  await expect(lines(workbench)).toContainText('LOG_LEVEL');
  await lines(workbench).click();
}

/** Types lines at the end of the document. */
async function append({ page }: Workbench, ...typed: readonly string[]): Promise<void> {
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(`${typed.join('\n')}\n`);
}

async function replaceLine(workbench: Workbench, begin: string, typed: string): Promise<void> {
  const line = lines(workbench).locator('.view-line').filter({ hasText: begin }).last();
  await line.click({ position: { x: 5, y: 5 } });
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.press('Shift+Home');
  if (typed === '') await workbench.page.keyboard.press('Delete');
  else await workbench.page.keyboard.insertText(typed);
}

async function revert(workbench: Workbench): Promise<void> {
  await workbench.page.keyboard.press('F1');
  await workbench.input.fill('>File: Revert File');
  await workbench.choose(workbench.item('File: Revert File'));
}

async function save({ page }: Workbench): Promise<void> {
  await page.keyboard.press('Control+s');
}

async function apply({ dialog }: Workbench): Promise<void> {
  await dialog.getByRole('button', { name: 'Apply' }).click();
}

function lines(workbench: Workbench): Locator {
  return workbench.page.locator('.editor-instance .view-lines');
}

function dirty(workbench: Workbench): Locator {
  return workbench.page.locator('.tabs-container .tab.dirty');
}
