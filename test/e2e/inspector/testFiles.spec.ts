import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';

const file = {
  headers: { Authorization: 'Bearer sk-1' },
  tests: [{ name: 'forecast', tool: 'get_forecast', expect: { matches: { type: 'strng' } } }],
};

test.describe('a file of MCP tests', () => {
  test.use({ sources: { 'weather.mcp-test.json': JSON.stringify(file, null, 2) } });

  test('has diagnostics, also from its schema, and completions', async ({ workbench, folder, page }) => {
    await workbench.runOther('File: Open File...');
    await workbench.chooseFile(join(folder, 'weather.mcp-test.json'));
    const line = (text: string) => page.locator('.editor-instance .view-line').filter({ hasText: text });
    await expect(page.locator('.squiggly-warning')).toHaveCount(2);
    await line('sk-1').locator('span', { hasText: 'sk-1' }).last().hover();
    await expect(page.locator('.monaco-hover').filter({ hasText: 'the secret itself' })).toBeVisible();
    await line('"matches"').click();
    await page.keyboard.press('Home');
    const within = page.locator('.suggest-widget .monaco-list-row').filter({ hasText: 'within' });
    // Before the language server has read the text, the editor suggests words from the text instead.
    await repeatUntilDone(async (stretch) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
      await expect(within).toBeVisible({ timeout: 4000 * stretch });
    });
  });
});
