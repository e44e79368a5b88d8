import { expect, test } from '../fixtures.ts';
import { open } from './inspectorPage.ts';

test('a page that comes back with the editor is connected again, and asks for no header', async ({
  workbench,
}) => {
  await open(workbench);
  await workbench.reloadWithEditors();
  await expect(workbench.webview.locator('.phase')).toContainText('Connected');
});
