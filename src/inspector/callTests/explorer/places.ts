import * as vscode from 'vscode';
import type { Span } from '../../../editor/jsonText.ts';

/** Ranges of a text by offsets. */
export function rangesOf(text: string): (span: Span) => vscode.Range {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  const position = (offset: number): vscode.Position => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return new vscode.Position(low, offset - (starts[low] ?? 0));
  };
  return ({ start, end }) => new vscode.Range(position(start), position(end));
}

/** The steps of a JSON Pointer (RFC 6901). */
export const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
