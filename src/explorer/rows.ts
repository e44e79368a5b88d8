import type { Problem, Remedy } from '../editor/problem.ts';
import { type Node, type RowFact, type RowTooltip, rootNode } from './node.ts';

/**
 * Creates the rows of a problem. The first row runs the first remedy when it's clicked, and contains the message,
 * which is above the tree if the row is at the root. A problem that needs a remedy has a row for each other remedy. `key`: makes the IDs of the rows unique below `parent`.
 * `note`: a sentence before the message.
 */
export function createProblemRows(
  parent: Node,
  { message, detail, remedies, needsRemedy }: Problem,
  key: string,
  note?: string,
): readonly Node[] {
  const problemId = `${parent.id}/problem/${key}`;
  const [first, ...others] = remedies;
  const text = [note, message].filter((part) => part !== undefined).join(' ');
  const row: Node = {
    kind: 'problem',
    id: problemId,
    label: first?.label ?? text,
    tooltip: [text, ...(detail === undefined ? [] : [detail])].join('\n\n'),
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
  };
  if (!first) return [row];
  const firstRow: Node = {
    ...row,
    description: text,
    command: toCommand(first),
    accessibilityLabel: `${first.label}, ${text}`,
  };
  return [
    // The icon of the remedy, because the message reports the problem.
    parent === rootNode ? moveToMessage({ ...firstRow, icon: { ...row.icon, id: first.icon } }) : firstRow,
    ...(needsRemedy ? others : []).map((one) => createActionRow(`${problemId}/${one.command}`, one)),
  ];
}

/**
 * Creates a row that runs a command when it's clicked. `reason`: why the command is offered. The tooltip is `fullReason`
 * if it's set.
 */
export function createActionRow(id: string, action: Remedy, reason?: string, fullReason = reason): Node {
  const row: Node = {
    kind: 'action',
    id,
    label: action.label,
    icon: { id: action.icon },
    command: toCommand(action),
  };
  if (reason === undefined || fullReason === undefined) return row;
  return {
    ...row,
    description: reason,
    tooltip: fullReason,
    accessibilityLabel: `${action.label}, ${fullReason}`,
  };
}

/**
 * Moves the description of a row at the root to the message above the tree, because a narrow view cuts off a sentence
 * in a row.
 */
export function moveToMessage({ description, ...row }: Node): Node {
  return description === undefined ? row : { ...row, notice: description };
}

function toCommand({ label, command, arguments: args = [] }: Remedy): NonNullable<Node['command']> {
  return { label, command, arguments: args };
}

/** Adds facts to the tooltip of a row. */
export function addFacts({ label, tooltip }: Node, facts: readonly RowFact[]): RowTooltip {
  if (typeof tooltip === 'object') return { ...tooltip, facts: [...tooltip.facts, ...facts] };
  return { title: tooltip ?? label, facts };
}
