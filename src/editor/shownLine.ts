import type * as vscode from 'vscode';

/**
 * A line of a list. Its texts may hold names from outside, so all of them stand as text: `$(name)` draws no icon. An icon
 * of ours has a field of its own.
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
  const said = detail === undefined ? undefined : withoutIcons(detail);
  return {
    ...line,
    label: withoutIcons(label),
    ...(description !== undefined && { description: withoutIcons(description) }),
    ...(said !== undefined && { detail: detailIcon === undefined ? said : `$(${detailIcon}) ${said}` }),
    of: line,
  };
}

function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
