import * as vscode from 'vscode';
import { createReadOnlyDocuments } from '../../../src/inspector/documents/readOnlyDocuments.ts';
import { expect, test } from '../fixtures.ts';

const document = () => vscode.window.activeTextEditor?.document;
const close = () => vscode.commands.executeCommand('workbench.action.closeActiveEditor');

test.describe('a read-only text', () => {
  test('has the language of its name, cannot be edited, and closes without a prompt', async ({
    workbench,
  }) => {
    const texts = createReadOnlyDocuments();
    try {
      await texts.open('# Rain', 'weather://today/a', 'md');
      await expect(workbench.text).toHaveValue('# Rain');
      expect(document()?.languageId).toBe('markdown');
      await vscode.commands.executeCommand('type', { text: 'x' });
      await expect(workbench.text).toHaveValue('# Rain');
      await expect(workbench.dirtyTabs).toHaveCount(0);
      await texts.open('{"rain": 1}', 'get_forecast', 'json');
      await expect(workbench.text).toHaveValue('{"rain": 1}');
      expect(document()?.languageId).toBe('json');
      await close();
      await expect(workbench.tab('get_forecast.json')).toHaveCount(0);
    } finally {
      texts.dispose();
    }
  });

  test('that remains from the previous window is closed', async ({ workbench }) => {
    const texts = createReadOnlyDocuments();
    await texts.open('rain', 'echo', 'txt');
    await expect(workbench.tab('echo.txt')).toHaveCount(1);
    texts.dispose();
    await workbench.reload();
    await expect(workbench.tab('echo.txt')).toHaveCount(0);
  });
});
