import * as vscode from 'vscode';
import { findInWorkspace } from '../../../src/audits/source/findInWorkspace.ts';
import { expect, test } from '../fixtures.ts';

test.describe('the tool of a check', () => {
  test.use({
    sources: {
      'tools/tools.js':
        "import { McpServer } from 'sdk';\n\nserver.registerTool('get_forecast', { description: '' }, async () => {});\n",
      'test/tools.test.js': "call('get_forecast');\n",
    },
  });

  test('is opened beside the report at its definition, or reported as not found', async ({ workbench }) => {
    await findInWorkspace(['get_forecast']);
    await expect(workbench.tab('tools.js')).toBeSelected();
    await expect(workbench.text).toContainText('registerTool');
    await expect
      .poll(() => {
        const { document, selection } = vscode.window.activeTextEditor ?? {};
        return document?.getText(selection);
      })
      .toBe('get_forecast');

    await findInWorkspace(['list_cities']);
    await expect(
      workbench.notification("list_cities wasn't found in the files of this workspace."),
    ).toBeVisible();
  });
});
