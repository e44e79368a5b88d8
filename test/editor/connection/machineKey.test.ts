import { expect, test } from '../fixtures.ts';

test.describe('the key of a machine', () => {
  test.use({ settings: { 'hostedMcp.messages.machineKey': true } });

  test('is used only after a message, which appears once', async ({ workbench, service }) => {
    const message = workbench.notification('HOSTED_MCP_API_KEY');
    await expect(message).toContainText(new URL(service.url).host);
    await expect(message).not.toContainText(service.apiKey);
    await expect(workbench.row('weather-tools')).toBeVisible();
    await message.getByRole('button', { name: 'Switch Account' }).click();
    await expect(workbench.item('HOSTED_MCP_API_KEY')).toBeVisible();
    await workbench.input.press('Escape');

    await workbench.clearNotifications();
    await workbench.reload();
    await expect(workbench.row('weather-tools')).toBeVisible();
    await expect(message).toHaveCount(0);
  });
});
