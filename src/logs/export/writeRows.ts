import * as vscode from 'vscode';
import { type FileWriter, openFileWriter } from './fileWriter.node.ts';
import { type LogFormat, type Mask, type RowSource, textParts } from './formats.ts';

interface WriteOptions {
  readonly format: LogFormat;
  readonly mask?: Mask | undefined;
  /** Asked between the parts. */
  readonly isCancelled: () => boolean;
  /** Rows written so far. */
  readonly onProgress?: (rowsDone: number) => void;
}

/**
 * Writes the rows to a file and answers how many entries they were. When it rejects, no part of the file is left, and
 * a file that was there before is as it was: a `CancellationError`, or an error that names the file and says why.
 */
export async function writeRows(rows: RowSource, target: vscode.Uri, options: WriteOptions): Promise<number> {
  const { format, mask, isCancelled, onProgress } = options;
  let writer: FileWriter | undefined;
  let entries = 0;
  try {
    writer = await openWriter(target);
    for (const part of textParts(rows, format, mask)) {
      if (isCancelled()) throw new vscode.CancellationError();
      await writer.write(part.text);
      entries += part.entries;
      onProgress?.(part.rowsDone);
      // Lets the host do its other work: a promise alone does not.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (isCancelled()) throw new vscode.CancellationError();
    await writer.finish();
    return entries;
  } catch (error) {
    await writer?.discard();
    if (error instanceof vscode.CancellationError) throw error;
    const message = vscode.l10n.t("{0} wasn't written: {1}", shownPath(target), reasonOf(error));
    throw new Error(message, { cause: error });
  }
}

/** The path as the user knows it. */
export function shownPath(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : vscode.workspace.asRelativePath(uri);
}

async function openWriter(target: vscode.Uri): Promise<FileWriter> {
  const streaming = target.scheme === 'file' ? await openFileWriter(target.fsPath) : undefined;
  return streaming ?? collectingWriter(target);
}

/** For file systems of the editor, which take a file only whole. */
function collectingWriter(target: vscode.Uri): FileWriter {
  const encoder = new TextEncoder();
  let parts: Uint8Array[] = [];
  return {
    async write(text) {
      parts.push(encoder.encode(text));
    },
    async finish() {
      const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
      let at = 0;
      for (const part of parts) {
        whole.set(part, at);
        at += part.byteLength;
      }
      parts = [];
      await vscode.workspace.fs.writeFile(target, whole);
    },
    async discard() {
      parts = [];
    },
  };
}

function reasonOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return vscode.l10n.t('there is no space left.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'NoPermissions':
      return vscode.l10n.t("you don't have permission to write there.");
    case 'ENOENT':
    case 'ENOTDIR':
    case 'FileNotFound':
      return vscode.l10n.t("its folder doesn't exist.");
    case 'EISDIR':
    case 'FileIsADirectory':
      return vscode.l10n.t('there is a folder of this name.');
    case 'EBUSY':
      return vscode.l10n.t('another program uses it.');
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
