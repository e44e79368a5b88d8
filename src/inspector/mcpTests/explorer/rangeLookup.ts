import * as vscode from 'vscode';
import { createPositionLookup, type OffsetRange } from '../../../editor/jsonDocument.ts';

/** Returns a function that converts a range of offsets in a text to a range of an editor. */
export function createRangeLookup(text: string): (span: OffsetRange) => vscode.Range {
  const findPosition = createPositionLookup(text);
  const toPosition = (offset: number): vscode.Position => new vscode.Position(...findPosition(offset));
  return ({ start, end }) => new vscode.Range(toPosition(start), toPosition(end));
}
