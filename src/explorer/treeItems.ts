import * as vscode from 'vscode';
import type { LatestDeploymentTexts } from '../domain/deploymentText.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getErrorActions, type Remedy, type ToProblem } from '../editor/problem.ts';
import { formatDateTime } from '../editor/webview/dateTime.ts';
import { formatAttention, toRowUri } from './attentionMarks.ts';
import { type Branch, type Node, rootNode } from './node.ts';
import { createProblemRows } from './rows.ts';
import type { StaleRows } from './staleRows.ts';

interface LoadChildrenOptions {
  readonly branches: readonly Branch[];
  readonly toProblem: ToProblem;
  readonly signal: AbortSignal;
  /** The last read rows. */
  readonly staleRows: StaleRows;
}

/**
 * Returns the rows of all branches below `parent`. If a branch fails, its problem is shown above its last read rows.
 */
export async function loadChildren(
  { branches, toProblem, signal, staleRows }: LoadChildrenOptions,
  parent: Node,
  canUseCache = false,
): Promise<Node[]> {
  const loadBranch = async (branch: Branch, index: number): Promise<readonly Node[]> => {
    const pendingRead = staleRows.beginRead(parent, index);
    try {
      return pendingRead.complete(await branch.getChildren(parent, signal, canUseCache), canUseCache);
    } catch (error) {
      const problem = toProblem(error);
      const createFailureRows = (note?: string): readonly Node[] => {
        if (!problem) return [];
        const remedies = getErrorActions(problem, createRetryRemedy(parent));
        return createProblemRows(parent, { ...problem, remedies }, String(index), note);
      };
      return pendingRead.fail((readAt) => createFailureRows(describeAge(readAt))) ?? createFailureRows();
    }
  };
  const rows = await Promise.all(
    branches.filter(({ parentKind }) => parentKind === parent.kind).map(loadBranch),
  );
  return rows.flat();
}

function createRetryRemedy(parent: Node): Remedy {
  return {
    label: vscode.l10n.t('Try Again'),
    icon: 'refresh',
    command: 'hostedMcp.refresh',
    arguments: parent === rootNode ? [] : [parent],
  };
}

/** Describes when rows were read that can't be read again. `readAt`: in milliseconds since the epoch. */
function describeAge(readAt: number): string {
  const { language } = vscode.env;
  const time = new Date(readAt);
  const isToday = time.toDateString() === new Date().toDateString();
  const when = isToday
    ? time.toLocaleTimeString(language, { timeStyle: 'short' })
    : formatDateTime(readAt, language);
  return vscode.l10n.t('Not updated since {0}.', when);
}

/**
 * Converts a node to a tree item. `isExpanded`: the state that the user chose, by default the initial state of the
 * node. `deploymentTexts`: texts about the latest deployment. A tooltip with facts isn't created until it's shown.
 */
export function toTreeItem(
  node: Node,
  hasBranches: boolean,
  isExpanded = node.isExpanded,
  deploymentTexts?: LatestDeploymentTexts,
): vscode.TreeItem {
  const item = new vscode.TreeItem(toPlainText(node.label), getCollapsibleState(hasBranches, isExpanded));
  item.id = node.id;
  const hasStateBelow = hasBranches && isExpanded === true && node.expandedIcon !== undefined;
  const texts = [node.urgentText, deploymentTexts?.short];
  // While a deployment is running, it's more urgent than anything else.
  const state = hasStateBelow ? [] : deploymentTexts?.isRunning ? texts.toReversed() : texts;
  item.description = toPlainText([...state, node.description].filter(Boolean).join(' · '));
  if (typeof node.tooltip !== 'object') item.tooltip = node.tooltip ?? toPlainText(node.label);
  item.contextValue = node.context === undefined ? node.kind : `${node.kind} ${node.context}`;
  const icon = hasStateBelow ? node.expandedIcon : node.icon;
  if (icon) {
    const color = icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color);
    item.iconPath = new vscode.ThemeIcon(icon.id, color);
  }
  if (node.command) {
    const { label, command, arguments: args } = node.command;
    item.command = { title: label, command, arguments: [...(args ?? [node])] };
  }
  const { attention = [] } = node;
  // The editor requests decorations for items with a URI.
  if (attention.some(({ isShownBelow }) => !isShownBelow || !isExpanded))
    item.resourceUri = toRowUri(node.id);
  const accessibilityLabel = node.accessibilityLabel;
  if (accessibilityLabel || attention.length > 0) {
    let label = accessibilityLabel || node.label;
    if (accessibilityLabel && deploymentTexts) label += `, ${deploymentTexts.long}`;
    const attentionText = formatAttention(attention);
    if (attentionText !== '') label += `, ${attentionText}`;
    if (node.clickHint !== undefined) label += `, ${node.clickHint}`;
    item.accessibilityInformation = { label: toPlainText(label) };
  }
  return item;
}

function getCollapsibleState(
  hasBranches: boolean,
  isExpanded: boolean | undefined,
): vscode.TreeItemCollapsibleState {
  if (!hasBranches) return vscode.TreeItemCollapsibleState.None;
  return isExpanded ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
}
