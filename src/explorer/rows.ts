import type { Problem } from '../editor/problem.ts';
import type { Node } from './node.ts';

/**
 * Creates the rows of a problem: the message, the notes, and a row for each remedy, which runs when it's clicked.
 * `key`: makes the IDs of the rows unique below `parent`.
 */
export function createProblemRows(
  parent: Node,
  problem: Problem,
  key: string,
  notes: readonly Node[] = [],
): readonly Node[] {
  const problemId = `${parent.id}/problem/${key}`;
  return [
    {
      kind: 'problem',
      id: problemId,
      label: problem.message,
      tooltip: problem.detail === undefined ? problem.message : `${problem.message}\n\n${problem.detail}`,
      icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    },
    ...notes,
    ...problem.remedies.map((remedy) => createActionRow(`${problemId}/${remedy.command}`, remedy)),
  ];
}

/** Creates a row that runs a command when it's clicked. */
export function createActionRow(id: string, action: Problem['remedies'][number]): Node {
  return {
    kind: 'action',
    id,
    label: action.label,
    icon: { id: action.icon },
    command: { label: action.label, command: action.command, arguments: action.arguments ?? [] },
  };
}

/** Creates a row that is only informational. */
export function createNoteRow(id: string, label: string, tooltip = label): Node {
  return { kind: 'note', id, label, tooltip, icon: { id: 'info' } };
}
