import { expect, test } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test('the inspector opens from a row, asks once for a header, calls a tool, and is restored', async ({
  workbench,
  service,
}) => {
  const { webview } = workbench;
  await workbench.row('weather-tools').click();
  const production = workbench.environment('weather-tools', 'production');
  await test.step('asks for the header that the playground declares', async () => {
    await workbench.runOn(production, 'Inspect Server');
    await expect(workbench.inputMessage).toContainText('Your own forecast key');
    await workbench.enter('the-key');
    await expect(webview.locator('.phase')).toContainText('Connected');
  });
  await test.step('calls a tool with the keyboard alone', async () => {
    await webview.getByRole('textbox', { name: 'Filter' }).fill('echo');
    await expect(webview.locator('[data-key="tool:echo"]')).toBeVisible();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Enter');
    await webview.getByLabel('text').fill('Hello there');
    await workbench.page.keyboard.press('Control+Enter');
    await expect(webview.locator('.response pre')).toHaveText('Hello there');
  });
  await test.step('edits arguments in the JSON editor, which validates them and closes without a prompt', async () => {
    await webview.getByRole('tab', { name: 'JSON', exact: true }).click();
    const side = webview.getByRole('textbox', { name: 'JSON', exact: true });
    await webview.getByRole('button', { name: 'Edit in JSON Editor' }).click();
    const { page } = workbench;
    const lines = page.locator('.monaco-editor[data-uri^="hosted-mcp-arguments:"] .view-lines');
    await expect(lines).toContainText('Hello there');
    await lines.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('3');
    await expect(side).toHaveValue('3');
    await expect(page.locator('.squiggly-warning').first()).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(side).toHaveValue(/"text": "Hello there"/);
    await expect(page.locator('.squiggly-warning')).toHaveCount(0);
    await webview.getByRole('tab', { name: 'Form', exact: true }).click();
    await webview.getByLabel('text').fill('Hello');
    await expect(lines).toContainText(/"Hello"/);
    await webview.getByLabel('text').fill('Hello there');
    await expect(lines).toContainText('Hello there');
    await lines.click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' ');
    await workbench.tab('echo.json').click({ button: 'middle' });
    await expect(workbench.tab('echo.json')).toHaveCount(0);
    await expect(workbench.dialog).toHaveCount(0);
  });
  await test.step('keeps the input and the response while the page is hidden', async () => {
    await workbench.runOn(production, 'Open Environment');
    await expect(webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)')).toBeVisible();
    await workbench.tab(/^Inspect: weather-tools\/production/).click();
    await expect(webview.getByLabel('text')).toHaveValue('Hello there');
    await expect(webview.locator('.response pre')).toHaveText('Hello there');
    await expect(webview.locator('.messages .bar')).toContainText(/Requests [1-9]/);
    expect(service.mcp.list()).toHaveLength(1);
  });
  await test.step('reconnects after a restart; this editor does not store secrets, so it asks for the header', async () => {
    await webview.getByRole('tab', { name: 'JSON', exact: true }).click();
    await webview.getByRole('button', { name: 'Edit in JSON Editor' }).click();
    await expect(workbench.tab('echo.json')).toBeVisible();
    await workbench.reloadWithEditors();
    await workbench.enter('the-key');
    await expect(webview.locator('.phase')).toContainText('Connected');
    // The document that it displayed is closed.
    await expect(workbench.tab('echo.json')).toHaveCount(0);
  });
  await test.step('ends the session when its tab closes', async () => {
    // A window that closes can leave its session behind.
    const before = service.mcp.list().length;
    const tab = workbench.tab(/^Inspect: /);
    // The editor ignores a click during which the tab moves.
    await repeatUntilDone(async (stretch) => {
      if ((await tab.count()) > 0) await tab.click({ button: 'middle', timeout: 2000 * stretch });
      await expect(tab).toHaveCount(0, { timeout: 2000 * stretch });
    });
    await expect.poll(() => service.mcp.list().length).toBe(before - 1);
  });
});
