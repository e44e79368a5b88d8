import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { saveCall } from '../../../src/inspector/mcpTests/save/saveCall.ts';
import { expect, test } from '../fixtures.ts';

const name = 'weather.mcp-test.json';
const first = '{ "name": "measure", "tool": "measure" }';
const text = `{\n  "tests": [\n    ${first}\n  ]\n}\n`;
const structuredContent = { station: 'OSL-1', celsius: 21.5 };
const measured = {
  call: { kind: 'tool', name: 'measure', args: {} },
  result: { content: [], structuredContent },
  outputSchema: { type: 'object' },
} as const;

test.describe('a call that is saved as a test', () => {
  test.use({ sources: { [name]: text } });

  test('is added to an existing file, revealed in it, and can be undone', async ({ workbench, folder }) => {
    const read = (): string => readFileSync(join(folder, name), 'utf8');
    const saving = saveCall(measured);
    await workbench.choose(workbench.item(name));
    await expect(workbench.input).toHaveValue('measure 2');
    await workbench.input.fill('measure');
    await expect(workbench.inputMessage).toContainText('already has a test');
    await workbench.enter('measures again');
    await expect(workbench.inputTitle).toHaveText('Save Call as Test (3/3)');
    await workbench.choose(workbench.item('The response has at least these fields and values'));
    await saving;
    const editor = vscode.window.activeTextEditor;
    const saved = JSON.parse(editor?.document.getText() ?? '').tests.at(-1);
    expect(saved).toEqual({
      name: 'measures again',
      tool: 'measure',
      expect: { contains: structuredContent },
    });
    // Nothing is selected, so the next key doesn't delete anything.
    expect(editor?.selection.isEmpty).toBe(true);
    const before = editor?.document.getText(
      new vscode.Range(new vscode.Position(0, 0), editor.selection.start),
    );
    expect(before?.split('"name"')).toHaveLength(2);
    expect(read()).toContain(`    ${first},\n    {\n      "name"`);
    await expect(workbench.tests.item(`${name} > measures again`)).toBeVisible();
    await vscode.commands.executeCommand('undo');
    expect(editor?.document.getText()).toBe(text);
    await expect(workbench.tests.item('measures again')).toBeHidden();
  });

  test('is added to a new file, after a confirmation if it contains a secret', async ({
    workbench,
    folder,
  }) => {
    const path = 'tests/sign-in.mcp-test.json';
    const secret = {
      ...measured,
      call: { kind: 'tool', name: 'sign_in', args: { password: 'hush' } },
    } as const;
    for (const button of ['Cancel', 'Save Anyway']) {
      const saving = saveCall(secret).catch((error: unknown) => error);
      await workbench.choose(workbench.item('New File...'));
      await workbench.input.fill('../elsewhere');
      await expect(workbench.inputMessage).toContainText('such as tests/calls');
      await workbench.enter('tests/sign-in');
      await workbench.enter('signs in');
      await workbench.choose(workbench.item('The call succeeds'));
      await expect(workbench.dialog).toContainText('arguments.password');
      expect(existsSync(join(folder, path))).toBe(false);
      await workbench.dialog.getByRole('button', { name: button }).click();
      expect(await saving).toEqual(button === 'Cancel' ? new vscode.CancellationError() : undefined);
    }
    expect(JSON.parse(readFileSync(join(folder, path), 'utf8'))).toEqual({
      tests: [{ name: 'signs in', tool: 'sign_in', arguments: { password: 'hush' } }],
    });
  });
});
