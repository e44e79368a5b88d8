import * as vscode from 'vscode';
import { testFileSuffix } from '../readTestFile.ts';
import { excludedFilePattern, testFilePattern } from '../testFile.ts';

/** Delay between the last keystroke and reading the document, in milliseconds. */
const typingDelayMs = 200;

interface TestFileWatcher extends vscode.Disposable {
  /** Reads all test files. */
  refresh(): Promise<void>;
}

/**
 * Calls `onChange` for each new or changed test file of the workspace, also for unsaved changes. `text` is `undefined` if
 * the file was deleted.
 */
export function watchTestFiles(
  onChange: (uri: vscode.Uri, text: string | undefined) => void,
): TestFileWatcher {
  const knownUris = new Map<string, vscode.Uri>();
  /** Number of reads by URI, so that a slow read doesn't replace a newer text. */
  const versions = new Map<string, number>();
  const typingTimers = new Map<string, ReturnType<typeof setTimeout>>();

  /** Starts a read. Returns a function that returns whether no newer read of the file has started. */
  function startRead(uri: vscode.Uri): () => boolean {
    const key = uri.toString();
    const version = (versions.get(key) ?? 0) + 1;
    versions.set(key, version);
    clearTimeout(typingTimers.get(key));
    return () => versions.get(key) === version;
  }

  function publish(uri: vscode.Uri, text: string | undefined): void {
    if (text === undefined) knownUris.delete(uri.toString());
    else knownUris.set(uri.toString(), uri);
    onChange(uri, text);
  }

  async function read(uri: vscode.Uri): Promise<void> {
    const isNewest = startRead(uri);
    const text = getUnsavedText(uri) ?? (await readSavedText(uri));
    if (isNewest()) publish(uri, text);
  }

  function onTyped(document: vscode.TextDocument): void {
    const { uri } = document;
    if (!isTestFile(uri)) return;
    const isNewest = startRead(uri);
    const timer = setTimeout(() => {
      if (isNewest()) publish(uri, document.getText());
    }, typingDelayMs);
    typingTimers.set(uri.toString(), timer);
  }

  async function refresh(): Promise<void> {
    const uris = await vscode.workspace.findFiles(testFilePattern, excludedFilePattern);
    const keys = new Set(uris.map(String));
    const deletedUris = [...knownUris.values()].filter((uri) => !keys.has(uri.toString()));
    await Promise.all([...uris, ...deletedUris].map(read));
  }

  const watcher = vscode.workspace.createFileSystemWatcher(testFilePattern);
  const onFileEvent = (uri: vscode.Uri): void => void (isTestFile(uri) && read(uri));
  const subscriptions = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(onFileEvent),
    watcher.onDidChange(onFileEvent),
    watcher.onDidDelete(onFileEvent),
    vscode.workspace.onDidChangeTextDocument(({ document }) => onTyped(document)),
    // When a document is closed, unsaved changes are discarded, and the saved text is used again.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => onFileEvent(uri)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh()),
  );
  return {
    refresh,
    dispose() {
      for (const timer of typingTimers.values()) clearTimeout(timer);
      // Prevents pending reads from reporting their text.
      versions.clear();
      subscriptions.dispose();
    },
  };
}

const isTestFile = (uri: vscode.Uri): boolean =>
  uri.path.endsWith(testFileSuffix) &&
  !uri.path.includes('/node_modules/') &&
  vscode.workspace.getWorkspaceFolder(uri) !== undefined;

const getUnsavedText = (uri: vscode.Uri): string | undefined =>
  vscode.workspace.textDocuments
    .find((document) => !document.isClosed && document.isDirty && document.uri.toString() === uri.toString())
    ?.getText();

async function readSavedText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
