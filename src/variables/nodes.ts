import * as vscode from 'vscode';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { truncateText } from '../domain/plainText.ts';
import type { EnvironmentRow, Node } from '../explorer/node.ts';
import { createActionRow } from '../explorer/rows.ts';
import type { KnownVariable, VariableList } from './variable.ts';

export interface VariablesNode extends Node, EnvironmentRef {
  readonly kind: 'variables';
}

/** The row of a variable. It has no value: commands read values when they need them. */
interface VariableNode extends Node, EnvironmentRef {
  readonly kind: 'variable';
  readonly variableId: string;
  readonly key: string;
}

const maxValueLength = 200;
/** Stands for a hidden value. */
const hiddenValue = '••••';

export function createVariablesNode(environment: EnvironmentRow): VariablesNode {
  return {
    kind: 'variables',
    id: `${environment.id}/variables`,
    ...toEnvironmentRef(environment),
    label: vscode.l10n.t('Variables'),
    icon: { id: 'symbol-variable' },
    context: 'refreshable',
    tooltip: vscode.l10n.t('Environment variables for {0}', environment.environmentName),
    accessibilityLabel: vscode.l10n.t('Variables for {0}', environment.environmentName),
  };
}

/** Adds the number of variables to the group. For a service that can't list them, only if there are any. */
export function decorateVariablesNode(
  group: VariablesNode,
  { variables, isListedByService }: VariableList,
): VariablesNode {
  const count = variables.length;
  if (!isListedByService && count === 0) return group;
  const description = isListedByService ? String(count) : vscode.l10n.t('{0} in your list', count);
  return {
    ...group,
    description,
    accessibilityLabel: vscode.l10n.t('{0}, {1}', group.accessibilityLabel ?? group.label, description),
  };
}

/** Creates the nodes below the group. `isRevealed`: whether the value of a variable is revealed. */
export function createVariableNodes(
  group: VariablesNode,
  { variables, isListedByService }: VariableList,
  isRevealed: (variableId: string) => boolean,
): readonly Node[] {
  const rows = variables.map((variable) =>
    createVariableNode(group, variable, isListedByService, isRevealed(variable.id)),
  );
  const target = toEnvironmentRef(group);
  if (isListedByService) {
    if (rows.length > 0) return rows;
    const addAction = {
      label: vscode.l10n.t('Add Variable...'),
      icon: 'add',
      command: 'hostedMcp.addEnvironmentVariable',
      arguments: [target],
    };
    return [createActionRow(`${group.id}/add`, addAction)];
  }
  const addByIdAction = {
    label: vscode.l10n.t('Add Variable by ID...'),
    icon: 'add',
    command: 'hostedMcp.addVariableById',
    arguments: [target],
  };
  return [
    ...rows,
    createActionRow(
      `${group.id}/addById`,
      addByIdAction,
      vscode.l10n.t("This service can't list variables."),
      vscode.l10n.t(
        "This service can't list or create variables. Only variables that you added by ID are shown.",
      ),
    ),
  ];
}

function createVariableNode(
  group: VariablesNode,
  { id, key, isSecret, value }: KnownVariable,
  isListed: boolean,
  isRevealed: boolean,
): VariableNode {
  const visibleValue = isRevealed && value !== undefined && !isSecret ? toOneLine(value) : undefined;
  const kind = isSecret ? vscode.l10n.t('secret') : vscode.l10n.t('plain');
  const isHidden = value !== undefined && !isSecret && visibleValue === undefined;
  return {
    kind: 'variable',
    id: `${group.id}/${encodeURIComponent(id)}`,
    ...toEnvironmentRef(group),
    variableId: id,
    key,
    label: key,
    description: isSecret ? kind : isHidden ? hiddenValue : (visibleValue ?? ''),
    icon: { id: isSecret ? 'lock' : 'symbol-constant' },
    command: isHidden
      ? { label: vscode.l10n.t('Reveal Variable Value'), command: 'hostedMcp.revealVariable' }
      : { label: vscode.l10n.t('Change Variable Value'), command: 'hostedMcp.updateEnvironmentVariable' },
    context: [
      isSecret ? 'secret' : 'plain',
      ...(value === undefined || isSecret ? [] : ['valued', isHidden ? 'hidden' : 'shown']),
      ...(isListed ? [] : ['byId']),
    ].join(' '),
    // The value isn't in the tooltip: tooltips stay on the screen and in screenshots.
    tooltip: isSecret
      ? vscode.l10n.t("{0} is a secret. The service doesn't return its value.", key)
      : isHidden
        ? vscode.l10n.t('{0} is plain. The value is hidden. Click to reveal it.', key)
        : vscode.l10n.t('{0} is plain. The value is hidden again 30 seconds after you reveal it.', key),
    accessibilityLabel:
      visibleValue === undefined
        ? vscode.l10n.t('{0}, {1}, value hidden', key, kind)
        : vscode.l10n.t('{0}, {1}, value {2}', key, kind, visibleValue),
  };
}

/** Marks the rows of variables that were changed but not deployed. */
export function markChangedVariables(
  row: Node,
  getChangedKeys: (environmentId: string) => readonly string[],
): Node {
  if (isVariablesNode(row)) {
    const { length } = getChangedKeys(row.environmentId);
    return length === 0 ? row : addNotice(row, vscode.l10n.t('{0} not deployed', length));
  }
  if (isVariableNode(row) && getChangedKeys(row.environmentId).includes(row.key))
    return addNotice(row, vscode.l10n.t('not deployed'));
  return row;
}

function addNotice(row: Node, text: string): Node {
  return {
    ...row,
    description: [row.description ?? '', text].filter((part) => part !== '').join(' · '),
    accessibilityLabel: vscode.l10n.t('{0}, {1}', row.accessibilityLabel ?? row.label, text),
    attention: [...(row.attention ?? []), { key: `${row.id}/changed`, severity: 'notice', text }],
  };
}

function isVariablesNode(row: Node): row is VariablesNode {
  return row.kind === 'variables';
}

function isVariableNode(row: Node): row is VariableNode {
  return row.kind === 'variable';
}

/** Shortens a value to one line for a row. */
function toOneLine(value: string): string {
  return truncateText(value.replaceAll(/\r\n?|\n/g, ' ⏎ '), maxValueLength);
}
