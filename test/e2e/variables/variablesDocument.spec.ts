import type { Locator, Page } from '@playwright/test';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import type { SampleService } from '../../service/service.ts';
import { readFilesBelow } from '../filesBelow.ts';
import { expect, test } from '../fixtures.ts';
import { readPageStores } from '../storesOfPage.ts';
import { openVariables, variableRow, variablesGroup } from '../variableRows.ts';
import type { Workbench } from '../workbench.ts';

const project = 'weather-tools';
/** A text in all secret values of this test, to search for. */
const marker = 'held7';
/** A text like a private key: lines of 64 characters, with a line end after the last one. */
const keyText = [
  `-----BEGIN SAMPLE KEY ${marker}-----`,
  ...Array.from({ length: 25 }, (_, line) => String(line).padStart(64, 'Ab+/')),
  '-----END SAMPLE KEY-----',
  '',
].join('\n');

test('secret values are pasted, edited in a document that survives a reload, and left in no log or file', async ({
  workbench,
  service,
  context,
  page,
  editor,
}) => {
  const printed: string[] = [];
  context.on('console', (message) => printed.push(message.text()));

  await test.step('a multiline value is pasted unchanged, and never shown', async () => {
    await openVariables(workbench);
    await add(workbench, 'SIGNING_KEY', 'Secret');
    await paste(page, keyText);
    await expect(workbench.inputMessage).toContainText('27 lines from the clipboard');
    await expect(workbench.input).toHaveValue('');
    await expect(page.locator('.quick-input-widget')).not.toContainText('BEGIN SAMPLE');
    await workbench.input.press('Enter');
    await expect(variableRow(workbench, 'SIGNING_KEY')).toBeVisible();
    expect(findServiceVariable(service, 'SIGNING_KEY')).toMatchObject({ value: keyText, isSecret: true });
  });

  await test.step('a multiline value is complete even if Enter follows immediately', async () => {
    await add(workbench, 'SHORT_KEY', 'Secret');
    await page.evaluate((value) => navigator.clipboard.writeText(value), 'a\r\n  b\r\n');
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Enter');
    await expect(variableRow(workbench, 'SHORT_KEY')).toBeVisible();
    expect(findServiceVariable(service, 'SHORT_KEY')).toMatchObject({ value: 'a\r\n  b\r\n' });
  });

  await test.step('a multiline value is replaced by typed text; pasted lines in other text are counted', async () => {
    await workbench.runOn(variableRow(workbench, 'LOG_LEVEL'), 'Change Variable Value...');
    await expect(workbench.input).toHaveValue('debug');
    // The whole text is selected at first, so the pasted text replaces it.
    await paste(page, 'one\ntwo');
    await expect(workbench.inputMessage).toContainText('2 lines from the clipboard');
    await page.keyboard.type('typed ');
    await expect(workbench.inputMessage).not.toContainText('lines from the clipboard');
    await paste(page, 'one\ntwo');
    await expect(workbench.inputMessage).toContainText('joined');
    await page.keyboard.type('!');
    await expect(workbench.inputMessage).not.toContainText('joined');
    const value = await workbench.input.inputValue();
    expect(value).toMatch(/^typed one ?two!$/);
    await workbench.input.press('Enter');
    await expect(workbench.input).toBeHidden();
    expect(findServiceVariable(service, 'LOG_LEVEL')?.value).toBe(value);
    // The clipboard is no store of the extension.
    await page.evaluate(() => navigator.clipboard.writeText(''));
  });

  await test.step('unsaved text in the document is restored after a reload', async () => {
    await workbench.runOn(workbench.environment(project, 'staging'), 'Edit Variables');
    await expect(workbench.tab('weather-tools staging.env')).toBeVisible();
    await expect(lines(workbench)).toContainText('SIGNING_KEY=<unchanged> # secret');
    await lines(workbench).click();
    await append(
      workbench,
      `NEW_TOKEN=${marker}-token # secret`,
      `NODE_OPTIONS=${marker}-options`,
      'A=short',
    );
    // The editor stores unsaved texts a second after they were typed.
    await expect
      .poll(() => readFilesBelow(editor.dataDir).some(([, text]) => text.includes(`${marker}-token`)))
      .toBe(true);
    await workbench.reloadWithEditors();
    await expect(lines(workbench)).toContainText(`NEW_TOKEN=${marker}-token # secret`);
    await expect(dirty(workbench)).toHaveCount(1);
  });

  await workbench.logEverything();
  const failure = workbench.notification("Failed to save 'staging.env'").first();
  await test.step('nothing invalid is sent', async () => {
    service.requests.clear();
    await lines(workbench).click();
    await save(workbench);
    await expect(failure).toContainText('A: a key must have at least 2 characters.');
    // The message doesn't begin with the name of an error class.
    await expect(failure).not.toContainText(/Unavailable|FileSystemError|Error:/);
    await expect(page.locator('.squiggly-error').first()).toBeVisible();
    await expect(dirty(workbench)).toHaveCount(1);
    const line = lines(workbench).locator('.view-line').filter({ hasText: 'A=short' }).last();
    await line.click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    await workbench.clearNotifications();
  });

  await test.step('nothing unconfirmed is sent, even when the document is closed', async () => {
    await workbench.tab('staging.env').click({ button: 'middle' });
    await workbench.dialog.getByRole('button', { name: /^Save/ }).click();
    await expect(workbench.dialog).toContainText(`Change variables for ${project}/staging?`);
    await expect(workbench.dialog).toContainText('Add (2): NEW_TOKEN (secret), NODE_OPTIONS');
    await expect(workbench.dialog).not.toContainText(marker);
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('.statusbar')).toContainText('Nothing was sent.');
    await expect(lines(workbench)).toContainText(`NEW_TOKEN=${marker}-token`);
    await expect(dirty(workbench)).toHaveCount(1);
    await expect(workbench.notification('')).toHaveCount(0);
    expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  await test.step('a failure is reported, and the document keeps what was not applied', async () => {
    await lines(workbench).click();
    service.faults.add({ match: { method: 'POST' }, status: 500, times: 1 });
    await save(workbench);
    await apply(workbench);
    await expect(failure).toContainText(`No changes were applied to ${project}/staging.`);
    await save(workbench);
    await apply(workbench);
    await expect(failure).toContainText('NODE_OPTIONS (This key is reserved by the service)');
    await expect(lines(workbench)).toContainText('NEW_TOKEN=<unchanged> # secret');
    await expect(dirty(workbench)).toHaveCount(1);
    expect(findServiceVariable(service, 'NEW_TOKEN')).toMatchObject({
      value: `${marker}-token`,
      isSecret: true,
    });
    await workbench.runOther('File: Revert File');
    await expect(dirty(workbench)).toHaveCount(0);
  });

  await test.step('no value is in a log, nor on the disk', async () => {
    const storedTexts = () => readFilesBelow(editor.dataDir);
    // The log contains the requests.
    const line = /POST \/v1\/environments\/\S+\/environment-variables · 400/;
    await expect.poll(() => storedTexts().some(([, text]) => line.test(text))).toBe(true);
    const holding = () => storedTexts().filter(([, text]) => text.includes(marker));
    await expect.poll(() => holding().map(([name]) => name)).toEqual([]);
    for (const text of [editor.log(), printed.join('\n'), await page.evaluate(readPageStores)]) {
      expect(text.includes(marker)).toBe(false);
    }
  });
});

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('Control+v');
}

/** Adds a variable up to the prompt for its value. */
async function add(workbench: Workbench, key: string, kind: 'Secret' | 'Plain'): Promise<void> {
  await workbench.runOn(variablesGroup(workbench), 'Add Variable...');
  await expect(workbench.inputMessage).toContainText('Enter a key');
  await workbench.enter(key);
  await workbench.choose(workbench.item(kind));
  await expect(workbench.inputMessage).toContainText(`value of ${key}`);
}

function findServiceVariable(service: SampleService, key: string) {
  return listServiceVariables(service).find((one) => one.key === key);
}

/** Types lines at the end of the document. */
async function append({ page }: Workbench, ...typed: readonly string[]): Promise<void> {
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(`${typed.join('\n')}\n`);
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
