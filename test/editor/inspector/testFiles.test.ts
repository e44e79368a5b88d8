import { join } from 'node:path';
import * as vscode from 'vscode';
import { expect, test } from '../fixtures.ts';

const file = {
  headers: { Authorization: 'Bearer sk-1' },
  tests: [{ name: 'forecast', tool: 'get_forecast', expect: { matches: { type: 'strng' } } }],
};

test.describe('a file of MCP tests', () => {
  test.use({ sources: { 'weather.mcp-test.json': JSON.stringify(file, null, 2) } });

  test('has diagnostics, also from its schema, and completions', async ({ workbench, folder }) => {
    const document = await vscode.workspace.openTextDocument(join(folder, 'weather.mcp-test.json'));
    await vscode.window.showTextDocument(document);
    await expect(workbench.squiggles('warning')).toHaveCount(2);
    await expect(workbench.squiggles('warning').filter({ hasText: 'the secret itself' })).toHaveCount(1);
    const matches = document.positionAt(document.getText().indexOf('"matches"'));
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      ...['vscode.executeCompletionItemProvider', document.uri, matches.translate(0, 1)],
    );
    expect(items.map(({ label }) => label)).toContain('within');
  });
});
