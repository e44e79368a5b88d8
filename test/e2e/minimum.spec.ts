import { installEditor, minimumEditor } from '../harness/editorInstall.ts';
import { expect, test } from './fixtures.ts';

test.describe('the minimum version of the editor', () => {
  test.use({ editorVersion: minimumEditor, isLean: false });

  test.beforeAll(async () => {
    test.setTimeout(600_000);
    await installEditor(minimumEditor);
  });

  test('shows the projects, and the logs of an environment', async ({ workbench }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.openLogs('weather-tools', 'staging');
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
  });
});
