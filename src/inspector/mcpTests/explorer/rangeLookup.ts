import * as vscode from 'vscode';
import type { OffsetRange } from '../../../editor/jsonDocument.ts';
import { createPositionLookup } from './positionLookup.ts';

/** Returns a function that converts offsets in a text to an editor range. */
export function createRangeLookup(text: string): (span: OffsetRange) => vscode.Range {
  const at = createPositionLookup(text);
  const position = (offset: number): vscode.Position => new vscode.Position(...at(offset));
  return ({ start, end }) => new vscode.Range(position(start), position(end));
}
