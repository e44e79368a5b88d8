import type * as vscode from 'vscode';
import { visibleText } from './webview/visibleText.ts';

/**
 * A line of a list. Its texts may hold names from outside, so all of them stand as text: `$(name)` draws no icon. An icon
 * of ours has a field of its own. Characters that aren't seen are signs.
 */
export interface Line extends vscode.QuickPickItem {
  /** The name of an icon before its detail. */
  readonly detailIcon?: string;
}

/** A line as the editor gets it, and the one that it stands for. */
export interface ShownLine<L> extends vscode.QuickPickItem {
  readonly of: L;
}

export function shownLine<L extends Line>(line: L): ShownLine<L> {
  const { label, description, detail, detailIcon } = line;
  const said = detail === undefined ? undefined : lineText(detail);
  return {
    ...line,
    label: lineText(label),
    ...(description !== undefined && { description: lineText(description) }),
    ...(said !== undefined && { detail: detailIcon === undefined ? said : `$(${detailIcon}) ${said}` }),
    of: line,
  };
}

function lineText(text: string): string {
  return visibleText(text).replaceAll('$(', '\\$(');
}
