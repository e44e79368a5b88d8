import type { Locator } from '@playwright/test';
import { isPseudo, pseudoLanguage, pseudoTranslate } from '../kit/pseudo.ts';
import { expect, test } from './fixtures.ts';

const project = 'weather-tools';

test.use({ language: pseudoLanguage, serviceOptions: { seed: 7, live: false, typicalOnly: true } });

/** Expects at least `least` elements, none of which contains English text. */
async function expectTranslated(elements: Locator, least: number): Promise<void> {
  await expect(async () => {
    const texts = (await elements.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
    expect(texts.filter((text) => !isPseudo(text))).toEqual([]);
    expect(texts.length).toBeGreaterThanOrEqual(least);
  }).toPass({ timeout: 20_000 });
}

test('in an editor with another language, all texts of the extension are translated', async ({
  workbench,
  page,
}) => {
  const staging = workbench.environment(project, 'staging');

  await test.step('the views and their rows', async () => {
    const { tree } = workbench;
    await expect(page.locator('.sidebar .composite.title')).toContainText(pseudoTranslate('Hosted MCP'));
    await expectTranslated(page.locator('.sidebar .pane-header .title'), 2);
    await workbench.row(project).click();
    await staging.locator('.monaco-tl-twistie').click();
    for (const name of ['Deployments', 'Variables'])
      await expect(workbench.row(pseudoTranslate(name)).first()).toBeVisible();
    await expectTranslated(tree.locator('.monaco-list-row[aria-level="3"] .label-name'), 2);
  });

  await test.step('the menu of a row', async () => {
    await staging.click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: pseudoTranslate('Open Environment') })).toBeVisible();
    await expectTranslated(page.locator('.monaco-menu .action-label'), 8);
    await page.keyboard.press('Escape');
  });

  await test.step('the commands in the palette', async () => {
    await page.keyboard.press('F1');
    await workbench.input.fill(`>${pseudoTranslate('Hosted MCP: ')}`);
    await expect(workbench.item(pseudoTranslate('Hosted MCP: Add Environment by ID...'))).toBeVisible();
    await expectTranslated(
      page.locator('.quick-input-list .monaco-list-row .quick-input-list-row:first-child .label-name'),
      8,
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a prompt and a message', async () => {
    await workbench.runOn(staging, 'Delete Environment...');
    await expect(workbench.inputMessage).toContainText(pseudoTranslate("This can't be undone."));
    await expectTranslated(
      page.locator('.quick-input-widget :is(.quick-input-title, .quick-input-message)'),
      2,
    );
    await workbench.enter('staging');
    const message = workbench.notification(pseudoTranslate('was deleted'));
    await expect(message).toBeVisible();
    await expectTranslated(message.locator('.notification-list-item-message'), 1);
  });
});
