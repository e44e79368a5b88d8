import * as vscode from 'vscode';
import { type Describe, waysOut } from '../editor/problem.ts';
import { CommandId } from '../ids.ts';
import { type Branch, type Node, root } from './node.ts';
import { plainText } from './plainText.ts';
import { problemRows } from './rows.ts';

/** The rows below `parent`, of all its branches. One branch's failure is rows in its place; the others stand. */
export async function loadChildren(
  branches: readonly Branch[],
  parent: Node,
  describe: Describe,
  signal: AbortSignal,
): Promise<Node[]> {
  const rowsOf = async (branch: Branch, index: number): Promise<readonly Node[]> => {
    try {
      return await branch.children(parent, signal);
    } catch (error) {
      const problem = describe(error);
      if (!problem) return [];
      const retry = {
        label: vscode.l10n.t('Try Again'),
        icon: 'refresh',
        command: CommandId.refresh,
        arguments: parent === root ? [] : [parent],
      };
      return problemRows(parent, { ...problem, cures: waysOut(problem, retry) }, String(index));
    }
  };
  const rows = await Promise.all(branches.filter(({ under }) => under === parent.kind).map(rowsOf));
  return rows.flat();
}

/** A node as the editor draws it. */
/** `isOpen`: the user has opened or closed it; absent: as the node says. */
export function drawNode(node: Node, hasBranches: boolean, isOpen = node.expanded): vscode.TreeItem {
  const item = new vscode.TreeItem(plainText(node.label), collapsibleState(hasBranches, isOpen));
  item.id = node.id;
  item.description = plainText(node.description ?? '');
  item.tooltip = node.tooltip ?? node.label;
  item.contextValue = node.context === undefined ? node.kind : `${node.kind} ${node.context}`;
  if (node.icon) {
    const color = node.icon.color === undefined ? undefined : new vscode.ThemeColor(node.icon.color);
    item.iconPath = new vscode.ThemeIcon(node.icon.id, color);
  }
  if (node.command) {
    const { label, command, arguments: own } = node.command;
    item.command = { title: label, command, arguments: [...(own ?? [node])] };
  }
  if (node.accessibilityLabel !== undefined) {
    item.accessibilityInformation = { label: node.accessibilityLabel };
  }
  return item;
}

function collapsibleState(
  hasBranches: boolean,
  isOpen: boolean | undefined,
): vscode.TreeItemCollapsibleState {
  if (!hasBranches) return vscode.TreeItemCollapsibleState.None;
  return isOpen ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
}
