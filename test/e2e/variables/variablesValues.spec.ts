import type { Page } from '@playwright/test';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { openVariables, variableRow, variablesGroup } from '../variableRows.ts';
import type { Workbench } from '../workbench.ts';

/** A text like a private key: lines of 64 characters, with a line end after the last one. */
const keyText = [
  '-----BEGIN SAMPLE KEY-----',
  ...Array.from({ length: 25 }, (_, line) => String(line).padStart(64, 'Ab+/')),
  '-----END SAMPLE KEY-----',
  '',
].join('\n');

test.describe('a multiline value', () => {
  test('is pasted unchanged, completely even before Enter, and is replaced by typed text', async ({
    workbench,
    service,
    page,
  }) => {
    await openVariables(workbench);
    await test.step('is pasted unchanged, and never shown', async () => {
      await add(workbench, 'SIGNING_KEY', 'Secret');
      await paste(page, keyText);
      await expect(workbench.inputMessage).toContainText('27 lines from the clipboard');
      await expect(workbench.input).toHaveValue('');
      await expect(workbench.page.locator('.quick-input-widget')).not.toContainText('BEGIN SAMPLE');
      await workbench.input.press('Enter');
      await expect(variableRow(workbench, 'SIGNING_KEY')).toBeVisible();
      expect(findServiceVariable(service, 'SIGNING_KEY')).toMatchObject({ value: keyText, isSecret: true });
    });

    await test.step('is complete even if Enter follows immediately', async () => {
      await add(workbench, 'SHORT_KEY', 'Secret');
      await page.evaluate((value) => navigator.clipboard.writeText(value), 'a\r\n  b\r\n');
      await page.keyboard.press('Control+v');
      await page.keyboard.press('Enter');
      await expect(variableRow(workbench, 'SHORT_KEY')).toBeVisible();
      expect(findServiceVariable(service, 'SHORT_KEY')).toMatchObject({ value: 'a\r\n  b\r\n' });
    });

    await test.step('is replaced by typed text; pasted lines in other text are counted', async () => {
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
    });

    await test.step('is shown on no side of a comparison, whose buttons are above it', async () => {
      await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Compare Variables With...');
      await workbench.choose(workbench.item('production').first());
      const sides = page.locator('.monaco-diff-editor');
      await expect(sides.locator('.editor.original')).toContainText('SIGNING_KEY=<only on this side>');
      await expect(sides).not.toContainText('BEGIN SAMPLE');
      service.requests.clear();
      await page.getByRole('button', { name: 'Refresh Comparison' }).click();
      await expect.poll(() => service.requests.list().length).toBeGreaterThan(1);
      await page.getByRole('button', { name: 'Copy Variables to Other Side...' }).click();
      await expect(workbench.item('To weather-tools/production (PRODUCTION)')).toBeVisible();
      await page.keyboard.press('Escape');
    });
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
