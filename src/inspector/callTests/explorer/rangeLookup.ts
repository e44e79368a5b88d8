import * as vscode from 'vscode';
import type { OffsetRange } from '../../../editor/jsonDocument.ts';
import { createPositionLookup } from './positionLookup.ts';

/** Ranges of a text by offsets. */
export function createRangeLookup(text: string): (span: OffsetRange) => vscode.Range {
  const at = createPositionLookup(text);
  const position = (offset: number): vscode.Position => new vscode.Position(...at(offset));
  return ({ start, end }) => new vscode.Range(position(start), position(end));
}
