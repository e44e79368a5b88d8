import * as vscode from 'vscode';
import { testFileSuffix } from '../readTestFile.ts';
import { excludedFilePattern, testFilePattern } from '../testFile.ts';

/** Milliseconds between the last keystroke and reading the document. */
const typingDelayMs = 200;

interface TestFileWatcher extends vscode.Disposable {
  /** Reads all test files again. */
  refresh(): Promise<void>;
}

/** Reports the test files of the workspace, including unsaved changes. `text` is `undefined` if the file was deleted. */
export function watchTestFiles(
  changed: (uri: vscode.Uri, text: string | undefined) => void,
): TestFileWatcher {
  const known = new Map<string, vscode.Uri>();
  /** Versions by URI: a slow read must not replace a newer text. */
  const versions = new Map<string, number>();
  const typing = new Map<string, ReturnType<typeof setTimeout>>();

  function startRead(uri: vscode.Uri): () => boolean {
    const key = uri.toString();
    const turn = (versions.get(key) ?? 0) + 1;
    versions.set(key, turn);
    clearTimeout(typing.get(key));
    return () => versions.get(key) === turn;
  }

  function publish(uri: vscode.Uri, text: string | undefined): void {
    if (text === undefined) known.delete(uri.toString());
    else known.set(uri.toString(), uri);
    changed(uri, text);
  }

  async function read(uri: vscode.Uri): Promise<void> {
    const isNewest = startRead(uri);
    const text = unsavedText(uri) ?? (await savedText(uri));
    if (isNewest()) publish(uri, text);
  }

  function onTyped(document: vscode.TextDocument): void {
    const { uri } = document;
    if (!isTestFile(uri)) return;
    const isNewest = startRead(uri);
    const timer = setTimeout(() => {
      if (isNewest()) publish(uri, document.getText());
    }, typingDelayMs);
    typing.set(uri.toString(), timer);
  }

  async function refresh(): Promise<void> {
    const uris = await vscode.workspace.findFiles(testFilePattern, excludedFilePattern);
    const keys = new Set(uris.map(String));
    const deletedUris = [...known.values()].filter((uri) => !keys.has(uri.toString()));
    await Promise.all([...uris, ...deletedUris].map(read));
  }

  const watcher = vscode.workspace.createFileSystemWatcher(testFilePattern);
  const onFileEvent = (uri: vscode.Uri): void => void (isTestFile(uri) && read(uri));
  const owned = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(onFileEvent),
    watcher.onDidChange(onFileEvent),
    watcher.onDidDelete(onFileEvent),
    vscode.workspace.onDidChangeTextDocument(({ document }) => onTyped(document)),
    // Discarded changes are replaced by the saved text.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => onFileEvent(uri)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh()),
  );
  return {
    refresh,
    dispose() {
      for (const timer of typing.values()) clearTimeout(timer);
      // Prevents pending reads from reporting their text.
      versions.clear();
      owned.dispose();
    },
  };
}

const isTestFile = (uri: vscode.Uri): boolean =>
  uri.path.endsWith(testFileSuffix) &&
  !uri.path.includes('/node_modules/') &&
  vscode.workspace.getWorkspaceFolder(uri) !== undefined;

const unsavedText = (uri: vscode.Uri): string | undefined =>
  vscode.workspace.textDocuments
    .find((document) => !document.isClosed && document.isDirty && document.uri.toString() === uri.toString())
    ?.getText();

async function savedText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
