import type * as vscode from 'vscode';
import { writeParts } from '../../editor/saveFile.ts';
import { formatInParts, type LogFormat, type Mask, type RowSource } from './formats.ts';

interface WriteOptions {
  readonly format: LogFormat;
  readonly mask?: Mask | undefined;
  readonly isCancelled: () => boolean;
  /** Receives the number of rows that were written. */
  readonly onProgress?: (rowsDone: number) => void;
}

/** Writes all rows to a file, or nothing if it fails. Returns the number of entries. */
export async function writeRows(
  rows: RowSource,
  file: vscode.Uri,
  { format, mask, isCancelled, onProgress }: WriteOptions,
): Promise<number> {
  let entries = 0;
  function* texts(): Generator<string> {
    for (const part of formatInParts(rows, format, mask)) {
      yield part.text;
      // A part was written when the next one is requested.
      entries += part.entries;
      onProgress?.(part.rowsDone);
    }
  }
  await writeParts(file, texts(), isCancelled);
  return entries;
}
