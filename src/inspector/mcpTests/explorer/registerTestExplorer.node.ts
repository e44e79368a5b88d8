import * as vscode from 'vscode';
import { createLazy } from '../../../editor/lazy.ts';
import { excludedFilePattern, testFilePattern, testTaskType } from '../testFile.ts';
import type { TestExplorerContext } from './testExplorer.ts';

/** Registers *MCP Tests* in the Testing view when the workspace contains a test file. Loads nothing before that. */
export function registerTestExplorer(context: TestExplorerContext): vscode.Disposable {
  const explorer = createLazy(async () => {
    const { createTestExplorer } = await import('./testExplorer.ts');
    return cancel.token.isCancellationRequested ? undefined : createTestExplorer(context);
  });
  const cancel = new vscode.CancellationTokenSource();
  // If loading fails, the next test file tries again.
  const load = (): void => void explorer.load().catch((error: unknown) => context.log.error(String(error)));
  const created = vscode.workspace.createFileSystemWatcher(testFilePattern, false, true, true);
  created.onDidCreate(load);
  const find = async (): Promise<void> => {
    const [found] = await vscode.workspace.findFiles(testFilePattern, excludedFilePattern, 1, cancel.token);
    if (found && !cancel.token.isCancellationRequested) load();
  };
  const terminal = createLazy(async () => (await import('./taskProvider.ts')).createTaskProvider(context));
  const tasks = vscode.tasks.registerTaskProvider(testTaskType, {
    provideTasks: async (token) => (await terminal.load()).provideTasks(token),
    resolveTask: async (task, token) => (await terminal.load()).resolveTask(task, token),
  });
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(find);
  void find();
  return {
    dispose() {
      cancel.cancel();
      explorer.loaded?.dispose();
      vscode.Disposable.from(created, folders, tasks).dispose();
    },
  };
}
