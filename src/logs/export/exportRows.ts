import * as vscode from 'vscode';
import { pickMenu } from '../../editor/pickBox.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { askSaveFile, displayPath, offerFile, writeParts } from '../../editor/saveFile.ts';
import { createExportFileName, type LogOrigin } from './createExportFileName.ts';
import { formatInParts, type LogFormat, logFormats, type MaskText, type RowSource } from './formats.ts';
import { createSecretMask } from './secretMask.ts';

export interface ExportOptions extends LogOrigin {
  /** Known secrets, which are masked in addition to values that look like secrets. */
  readonly secrets: readonly string[];
}

interface ExportChoice {
  readonly format: LogFormat;
  readonly isMasked: boolean;
}

/**
 * Prompts for a format and a file, writes the rows, and returns the file. If the user cancels, rejects with a
 * `CancellationError` and leaves no file behind. `rows` must not change before that.
 */
export async function exportRows(rows: RowSource, options: ExportOptions): Promise<vscode.Uri> {
  const { format, isMasked } = await askExportChoice();
  const file = await askSaveFile({
    title: vscode.l10n.t('Export Logs'),
    name: `${createExportFileName(options, Date.now())}.${format.extensions[0]}`,
    filters: { [format.getLabel()]: [...format.extensions] },
  });
  const mask = isMasked ? createSecretMask(options.secrets) : undefined;
  const entries = await withCancellableProgress(vscode.l10n.t('Exporting logs'), (signal, report) =>
    writeRows(rows, file, {
      format,
      mask,
      isCancelled: () => signal.aborted,
      onProgress(rowsDone) {
        const message = vscode.l10n.t('{0} of {1} entries', formatCount(rowsDone), formatCount(rows.count));
        report(message, rowsDone / rows.count);
      },
    }),
  );
  const path = displayPath(file);
  const message =
    entries === 1
      ? vscode.l10n.t('Exported 1 entry to {0}.', path)
      : vscode.l10n.t('Exported {0} entries to {1}.', formatCount(entries), path);
  // Not awaited, so that the command returns while the message is still shown.
  void offerFile(file, message);
  return file;
}

async function askExportChoice(): Promise<ExportChoice> {
  const items: (vscode.QuickPickItem & ExportChoice)[] = [true, false].flatMap((isMasked) =>
    logFormats.map((format) => {
      const { masked, unmasked } = format.describeChoices();
      return { ...(isMasked ? masked : unmasked), format, isMasked };
    }),
  );
  const picked = await pickMenu(items, {
    title: vscode.l10n.t('Export Logs'),
    placeHolder: vscode.l10n.t('Select a format'),
    // The panel had the focus before the first prompt, and might get it back only now.
    ignoreFocusOut: true,
  });
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

function formatCount(value: number): string {
  return value.toLocaleString(vscode.env.language);
}

interface WriteOptions {
  readonly format: LogFormat;
  readonly mask?: MaskText | undefined;
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
      // The next part is requested after this one was written.
      entries += part.entries;
      onProgress?.(part.rowsDone);
    }
  }
  await writeParts(file, texts(), isCancelled);
  return entries;
}
