import * as vscode from 'vscode';
import { createLazy } from '../../../editor/lazy.ts';
import { excludedFilePattern, testFilePattern, testTaskType } from '../testFile.ts';
import type { TestExplorerContext } from './testExplorer.ts';

export interface TestExplorerRegistration extends vscode.Disposable {
  /** Opens the chat with a question about failed tests. `argument` is the one of a menu of the Testing view. */
  explainFailure(argument: unknown): Promise<unknown>;
}

/** Registers *MCP Tests* in the Testing view when the workspace contains a test file. Loads nothing before that. */
export function registerTestExplorer(context: TestExplorerContext): TestExplorerRegistration {
  const explorer = createLazy(async () => {
    const { createTestExplorer } = await import('./testExplorer.ts');
    return cancellation.token.isCancellationRequested ? undefined : createTestExplorer(context);
  });
  const cancellation = new vscode.CancellationTokenSource();
  // If loading fails, the next test file tries again.
  const load = (): void => void explorer.load().catch((error: unknown) => context.log.error(String(error)));
  const fileWatcher = vscode.workspace.createFileSystemWatcher(testFilePattern, false, true, true);
  fileWatcher.onDidCreate(load);
  const findTestFile = async (): Promise<void> => {
    const [testFile] = await vscode.workspace.findFiles(
      testFilePattern,
      excludedFilePattern,
      1,
      cancellation.token,
    );
    if (testFile && !cancellation.token.isCancellationRequested) load();
  };
  const taskProvider = createLazy(async () =>
    (await import('./taskProvider.ts')).createTaskProvider(context),
  );
  const taskRegistration = vscode.tasks.registerTaskProvider(testTaskType, {
    provideTasks: async (token) => (await taskProvider.load()).provideTasks(token),
    resolveTask: async (task, token) => (await taskProvider.load()).resolveTask(task, token),
  });
  const folderListener = vscode.workspace.onDidChangeWorkspaceFolders(findTestFile);
  void findTestFile();
  return {
    explainFailure: async (argument) => (await explorer.load())?.failedTests.explain(argument),
    dispose() {
      cancellation.cancel();
      explorer.loaded?.dispose();
      vscode.Disposable.from(fileWatcher, folderListener, taskRegistration).dispose();
    },
  };
}
