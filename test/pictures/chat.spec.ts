import { enableAgent, test } from '../e2e/chatModel.ts';
import { expect } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test('the chat: a server, a question about log entries, its buttons, and MCP clients', async ({
  workbench,
  page,
}, info) => {
  await enableAgent(workbench);
  await workbench.row('weather-tools').click();
  const row = workbench.environment('weather-tools', 'production');
  await workbench.runOn(row, 'Use in Chat');
  await expect(workbench.notification('can use the tools of')).toBeVisible();
  await take(page, info, 'chat-server');
  await workbench.clearNotifications();
  await workbench.runOn(row, 'Copy Configuration for MCP Client');
  await expect(workbench.item('Codex')).toBeVisible();
  await take(page, info, 'chat-clients');
  await page.keyboard.press('Escape');

  await workbench.runOn(row, 'Open Environment');
  const prompt = workbench.webview.getByRole('button', { name: /^Try in Chat/ }).first();
  await prompt.scrollIntoViewIfNeeded();
  await take(page, info, 'chat-prompts');

  await workbench.row('billing-mcp').click();
  await workbench.environment('billing-mcp', 'production').click();
  await workbench.webview.getByRole('button', { name: 'Explain with Chat' }).click();
  const input = page.locator('.interactive-input-part .monaco-editor');
  await expect(input).toContainText('Why did this deployment of an MCP server fail');
  await take(page, info, 'chat-question');
});
