import { omitUndefined } from '../../fields.ts';
import { type Fold, findFolds, type RowLines } from './folds.ts';
import { type RowSource, textFormat } from './formats.ts';

export interface LogText {
  readonly text: string;
  readonly folds: readonly Fold[];
}

/**
 * Limits of a text document. The editor turns off highlighting above 20 MB or 300,000 lines, and can't open more than
 * 50 MB.
 */
interface TextLimits {
  readonly rows: number;
  /** Number of characters. */
  readonly length: number;
}

const editorLimits: TextLimits = { rows: 200_000, length: 40 * 1024 * 1024 };

/** Number of rows between two pauses. */
const batchSize = 5000;

/**
 * Builds the text of all rows with its folding ranges, or returns `undefined` if it exceeds the limits. Awaits `pause`
 * between batches.
 */
export async function buildLogText(
  rows: RowSource,
  pause: () => Promise<void>,
  limits: TextLimits = editorLimits,
): Promise<LogText | undefined> {
  if (rows.count > limits.rows) return undefined;
  const lines: string[] = [];
  const placed: RowLines[] = [];
  let length = 0;
  let line = 0;
  for (let index = 0; index < rows.count; index++) {
    if (index > 0 && index % batchSize === 0) await pause();
    const row = rows.row(index);
    const text = textFormat.formatRow(row);
    const lineCount = text.split('\n').length;
    length += text.length + 1;
    if (length > limits.length) return undefined;
    const { type, requestId } = row;
    placed.push({ line, lineCount, type, ...omitUndefined({ requestId }) });
    lines.push(text);
    line += lineCount;
  }
  return { text: lines.join('\n'), folds: findFolds(placed) };
}
