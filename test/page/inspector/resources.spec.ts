import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skyPng } from '../../service/mcp/media.ts';
import { expect, test } from '../fixtures.ts';
import { open } from './inspectorPage.ts';

test('the bytes of a resource and of an answer are saved as files', async ({ workbench, page, folder }) => {
  await open(workbench);
  const sky = Buffer.from(skyPng, 'base64');
  const save = page.getByRole('button', { name: 'Save…' });
  await page.locator('.item', { hasText: 'sky.png' }).click();
  await page.getByRole('button', { name: 'Read Resource' }).click();
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(workbench.input).toHaveValue(/\/sky\.png$/);
  const file = join(folder, 'saved.png');
  await workbench.enter(file);
  await expect(workbench.notification('Saved the content to')).toContainText(file);
  expect(readFileSync(file).equals(sky)).toBe(true);

  await page.locator('.item', { hasText: 'show_everything' }).click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  // A picture, a sound, and an embedded resource; texts aren't bytes.
  await expect(save).toHaveCount(3);
  await save.nth(1).click();
  await expect(workbench.input).toHaveValue(/\/show_everything\.wav$/);
  await workbench.input.press('Escape');
  await save.nth(2).click();
  await expect(workbench.input).toHaveValue(/\/sky\.png$/);
});
