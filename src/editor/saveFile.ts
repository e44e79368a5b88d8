import * as vscode from 'vscode';
import { getFileName } from './fileName.ts';
import { type FileWriter, homeFolder, openFileWriter } from './fileWriter.node.ts';
import { showInformation } from './message.ts';
import { withCancellableProgress } from './progress.ts';
import { UserError } from './userError.ts';

interface SaveFileOptions {
  readonly title: string;
  /** The suggested file name, a result of `toSafeFileName`. */
  readonly name: string;
  /** The label of the button. Default: *Export*. */
  readonly saveLabel?: string;
  /** File extensions by label, as in `vscode.SaveDialogOptions`. */
  readonly filters?: Readonly<Record<string, string[]>>;
}

/**
 * Lets the user select a file to save to. If the file exists, the dialog asks for confirmation. Rejects with a
 * `CancellationError` if the user cancels.
 */
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

/** Writes a text to a file, with a progress notification. Rejects with the errors of `writeParts`. */
export function saveText(file: vscode.Uri, text: string): Promise<void> {
  return withCancellableProgress(vscode.l10n.t('Writing {0}...', getFileName(file)), (signal) =>
    writeParts(file, [text], () => signal.aborted),
  );
}

/** Writes bytes to a file. Rejects with the errors of `writeParts`. */
export function saveBytes(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  return writeParts(file, [bytes], () => false);
}

/**
 * Writes a file in parts. Rejects with a `CancellationError` after `isCanceled`, which is called between the parts,
 * returned true. Otherwise, rejects with a `UserError` that contains the file and the reason. If the promise rejects,
 * an existing file is unchanged, and no incomplete file remains.
 */
export async function writeParts(
  file: vscode.Uri,
  parts: Iterable<string | Uint8Array>,
  isCanceled: () => boolean,
): Promise<void> {
  let writer: FileWriter | undefined;
  try {
    writer = await openWriter(file);
    for (const part of parts) {
      if (isCanceled()) throw new vscode.CancellationError();
      await writer.write(part);
      // Lets other tasks run. Awaiting a promise isn't enough, because that runs only microtasks.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (isCanceled()) throw new vscode.CancellationError();
    await writer.finish();
  } catch (error) {
    await writer?.discard();
    if (error instanceof vscode.CancellationError) throw error;
    const message = vscode.l10n.t("Couldn't write {0}: {1}", displayPath(file), describeWriteError(error));
    throw new UserError(message, { cause: error });
  }
}

/**
 * Shows a message about a written file, with the actions `otherActions`, *Open*, and, if the file is local, *Reveal*.
 */
export async function offerFile(
  file: vscode.Uri,
  message: string,
  ...otherActions: readonly (readonly [label: string, run: () => unknown])[]
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

/** Whether a file is on the machine of the window. False in a browser and in a remote window. */
export function isOnThisMachine({ scheme }: vscode.Uri): boolean {
  const { uiKind, remoteName } = vscode.env;
  return scheme === 'file' && uiKind === vscode.UIKind.Desktop && remoteName === undefined;
}

/** Returns the path of a file for messages. */
export function displayPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : vscode.workspace.asRelativePath(uri);
}

async function openWriter(file: vscode.Uri): Promise<FileWriter> {
  const streaming = file.scheme === 'file' ? await openFileWriter(file.fsPath) : undefined;
  return streaming ?? createBufferingWriter(file);
}

/** Creates a writer for files that only the editor can write. The editor requires the whole content at once. */
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
