import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';

const secret = 'correct-horse-battery-7';

test.use({
  serviceOptions: { seed: 7, typicalOnly: true, live: false },
  settings: { 'chat.disableAIFeatures': false },
});

test('log entries are put into the input of the chat, which are masked and not sent', async ({
  workbench,
  page,
  service,
}) => {
  appendLogs(
    service,
    findEnvironmentId(service, 'weather-tools', 'staging'),
    `No forecast for Oslo: password=${secret}`,
  );
  await workbench.openLogs('weather-tools', 'staging');
  const message = workbench.logs.locator('.row .message').filter({ hasText: 'No forecast for Oslo' });

  await test.step('puts a question and the masked entry into the input', async () => {
    await workbench.runOn(message, 'Explain Log Entries with Chat');
    const input = page.locator('.interactive-input-part .monaco-editor');
    await expect(input).toContainText('What does this log entry of an MCP server mean?');
    await input.click();
    // Only the visible lines are elements.
    const copyText = async (): Promise<string> => {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('ControlOrMeta+C');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await expect.poll(copyText).toContain('No forecast for Oslo');
    expect(await copyText()).not.toContain(secret);
  });

  await test.step('does not send it', async () => {
    await expect(page.locator('.interactive-request')).toHaveCount(0);
  });
});
