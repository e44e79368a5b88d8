import type { Problem } from '../editor/problem.ts';
import type { Node } from './node.ts';

/**
 * A problem below `parent` as rows: what is wrong, what is to be noted of it, then each remedy as a row that a click or
 * Enter runs.
 */
export function problemRows(
  parent: Node,
  problem: Problem,
  key: string,
  notes: readonly Node[] = [],
): readonly Node[] {
  const at = `${parent.id}/problem/${key}`;
  return [
    {
      kind: 'problem',
      id: at,
      label: problem.message,
      tooltip: problem.detail === undefined ? problem.message : `${problem.message}\n\n${problem.detail}`,
      icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    },
    ...notes,
    ...problem.remedies.map((remedy) => actionRow(`${at}/${remedy.command}`, remedy)),
  ];
}

/** A row that is a button. */
export function actionRow(id: string, action: Problem['remedies'][number]): Node {
  return {
    kind: 'action',
    id,
    label: action.label,
    icon: { id: action.icon },
    command: { label: action.label, command: action.command, arguments: action.arguments ?? [] },
  };
}

/** A row that only says something. */
export function noteRow(id: string, label: string, tooltip = label): Node {
  return { kind: 'note', id, label, tooltip, icon: { id: 'info' } };
}
