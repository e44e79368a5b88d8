import * as vscode from 'vscode';
import { TextFiles } from '../../../src/editor/serviceDocument/textFiles.ts';
import { expect, test } from '../fixtures.ts';

test.describe('files of a scheme', () => {
  test('are unsaved if the user types while they are saved, although the editor reports them as saved', async ({
    workbench,
  }) => {
    const uri = vscode.Uri.from({ scheme: 'test-files', path: '/notes.txt' });
    const saved = { text: 'one', mtime: 1 };
    const { promise: hasStarted, resolve: start } = Promise.withResolvers<void>();
    const { promise: hasTyped, resolve: endSave } = Promise.withResolvers<void>();
    const files = new TextFiles({
      load: async () => saved,
      save: async (_, text) => {
        start();
        await hasTyped;
        Object.assign(saved, { text, mtime: saved.mtime + 1 });
      },
      toProblem: () => undefined,
    });
    const registration = vscode.workspace.registerFileSystemProvider('test-files', files);
    try {
      await vscode.commands.executeCommand('vscode.open', uri);
      await expect(workbench.text).toHaveValue('one');
      await workbench.goToEnd();
      await workbench.type(' two');
      const document = vscode.window.activeTextEditor?.document;
      if (!document) throw new Error('The document is not open');
      const save = document.save();
      await hasStarted;
      await workbench.type(' three');
      endSave();
      await save;
      expect(saved.text).toBe('one two');
      await expect.poll(() => document.isDirty).toBe(false);
      expect(files.isUnsaved(document)).toBe(true);
      await expect(workbench.dirtyTabs).toHaveCount(1);

      await document.save();
      expect(saved.text).toBe('one two three');
      await expect.poll(() => files.isUnsaved(document)).toBe(false);
    } finally {
      registration.dispose();
      files.dispose();
    }
  });
});
