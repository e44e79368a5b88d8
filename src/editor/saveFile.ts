import * as vscode from 'vscode';
import { getFileName } from './fileName.ts';
import { type FileWriter, homeFolder, openFileWriter } from './fileWriter.node.ts';
import { showInformation } from './message.ts';
import { withCancellableProgress } from './progress.ts';
import { UserError } from './userError.ts';

interface SaveFileOptions {
  readonly title: string;
  /** What it is called unless the user says otherwise, see `fileName.ts`. */
  readonly name: string;
  /** The label of the button; absent: *Export*. */
  readonly saveLabel?: string;
  /** Endings by kind, as the editor's dialog takes them. */
  readonly filters?: Readonly<Record<string, string[]>>;
}

/** Asks where to export to; the dialog asks about a file that is there. Rejects with a `CancellationError`. */
export async function askSaveFile({ name, ...question }: SaveFileOptions): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homeFolder() ?? '/');
  const file = await vscode.window.showSaveDialog({
    saveLabel: vscode.l10n.t('Export'),
    ...question,
    defaultUri: vscode.Uri.joinPath(folder, name),
  });
  if (!file) throw new vscode.CancellationError();
  return file;
}

/** Writes a whole text, as `writeParts` does, with *Cancel* when that takes a while. */
export function saveText(file: vscode.Uri, text: string): Promise<void> {
  return withCancellableProgress(vscode.l10n.t('Writing {0}...', getFileName(file)), (signal) =>
    writeParts(file, [text], () => signal.aborted),
  );
}

/** Writes a whole file, as `writeParts` does. */
export function saveBytes(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  return writeParts(file, [bytes], () => false);
}

/**
 * Writes parts of a file to a file. When it rejects, no part of the file is left, and a file that was there before is as
 * it was: a `CancellationError`, or an error that names the file and says why. `isCancelled` is asked between the parts.
 */
export async function writeParts(
  file: vscode.Uri,
  parts: Iterable<string | Uint8Array>,
  isCancelled: () => boolean,
): Promise<void> {
  let writer: FileWriter | undefined;
  try {
    writer = await openWriter(file);
    for (const part of parts) {
      if (isCancelled()) throw new vscode.CancellationError();
      await writer.write(part);
      // Lets the host do its other work: a promise alone doesn't.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (isCancelled()) throw new vscode.CancellationError();
    await writer.finish();
  } catch (error) {
    await writer?.discard();
    if (error instanceof vscode.CancellationError) throw error;
    const message = vscode.l10n.t("Couldn't write {0}: {1}", displayPath(file), describeWriteError(error));
    throw new UserError(message, { cause: error });
  }
}

/** Says that a file is written, and offers what works here. `more`: what can be done with it besides. */
export async function offerFile(
  file: vscode.Uri,
  message: string,
  ...otherActions: readonly (readonly [label: string, go: () => unknown])[]
): Promise<void> {
  const actions = new Map<string, () => unknown>([
    ...otherActions,
    [vscode.l10n.t('Open'), () => vscode.commands.executeCommand('vscode.open', file)],
  ]);
  if (isOnThisMachine(file))
    actions.set(vscode.l10n.t('Reveal'), () => vscode.commands.executeCommand('revealFileInOS', file));
  const picked = await showInformation(message, ...actions.keys());
  await actions.get(picked ?? '')?.();
}

/** Whether it is on the machine of the window: neither a browser nor the window of another computer reaches its folder. */
export function isOnThisMachine({ scheme }: vscode.Uri): boolean {
  const { uiKind, remoteName } = vscode.env;
  return scheme === 'file' && uiKind === vscode.UIKind.Desktop && remoteName === undefined;
}

/** The path as the user knows it. */
export function displayPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : vscode.workspace.asRelativePath(uri);
}

async function openWriter(file: vscode.Uri): Promise<FileWriter> {
  const streaming = file.scheme === 'file' ? await openFileWriter(file.fsPath) : undefined;
  return streaming ?? createBufferingWriter(file);
}

/** For file systems of the editor, which take a file only whole. */
function createBufferingWriter(file: vscode.Uri): FileWriter {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  return {
    async write(part) {
      parts.push(typeof part === 'string' ? part : new Uint8Array(part));
    },
    async finish() {
      await vscode.workspace.fs.writeFile(file, new Uint8Array(await new Blob(parts).arrayBuffer()));
    },
    async discard() {},
  };
}

function describeWriteError(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  switch (code) {
    case 'ENOSPC':
      return vscode.l10n.t("there isn't enough disk space.");
    case 'EDQUOT':
      return vscode.l10n.t('your disk quota is exceeded.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'NoPermissions':
      return vscode.l10n.t("you don't have permission to write to this location.");
    case 'ENOENT':
    case 'ENOTDIR':
    case 'FileNotFound':
      return vscode.l10n.t("the folder doesn't exist.");
    case 'EISDIR':
    case 'FileIsADirectory':
      return vscode.l10n.t('a folder with this name already exists.');
    case 'EBUSY':
      return vscode.l10n.t('the file is in use by another program.');
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
