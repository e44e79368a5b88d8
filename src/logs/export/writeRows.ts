import type * as vscode from 'vscode';
import { writeParts } from '../../editor/saveFile.ts';
import { formatInParts, type LogFormat, type Mask, type RowSource } from './formats.ts';

interface WriteOptions {
  readonly format: LogFormat;
  readonly mask?: Mask | undefined;
  /** Asked between the parts. */
  readonly isCancelled: () => boolean;
  /** Rows written so far. */
  readonly onProgress?: (rowsDone: number) => void;
}

/** Writes the rows to a file, all of them or none, and answers how many entries they were. */
export async function writeRows(
  rows: RowSource,
  file: vscode.Uri,
  { format, mask, isCancelled, onProgress }: WriteOptions,
): Promise<number> {
  let entries = 0;
  function* texts(): Generator<string> {
    for (const part of formatInParts(rows, format, mask)) {
      yield part.text;
      // It is written once the next one is asked for.
      entries += part.entries;
      onProgress?.(part.rowsDone);
    }
  }
  await writeParts(file, texts(), isCancelled);
  return entries;
}
