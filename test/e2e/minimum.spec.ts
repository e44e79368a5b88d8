import { installEditor, minimumEditor } from '../harness/editorInstall.ts';
import { expect, test } from './fixtures.ts';

test.describe('the minimum version of the editor', () => {
  test.use({
    editorVersion: minimumEditor,
    isLean: false,
    settings: { 'chat.disableAIFeatures': false },
  });

  test.beforeAll(async () => {
    test.setTimeout(600_000);
    await installEditor(minimumEditor);
  });

  test('shows the projects, and the logs of an environment', async ({ workbench }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.openLogs('weather-tools', 'staging');
    const message = workbench.logs.locator('.row .message').last();
    await expect(message).toBeVisible();
    // This editor has no chat.
    await message.click({ button: 'right' });
    const items = await workbench.listMenuItems();
    expect(items).toContain('Copy Message');
    expect(items.join()).not.toContain('with Chat');
  });
});
