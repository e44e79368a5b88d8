import * as vscode from 'vscode';
import type { Describe, Problem } from '../editor/problem.ts';
import { CommandId } from '../ids.ts';
import { OtherServiceError } from './read/environmentSource.ts';
import type { SessionState } from './read/sessionState.ts';

/** The words for what failed in a panel whose entries are from the service at `baseUrl`. */
export function panelProblem(error: unknown, baseUrl: string, describe: Describe): Problem | undefined {
  if (!(error instanceof OtherServiceError)) return describe(error);
  return {
    message: vscode.l10n.t(
      'These entries are from {0}. The editor is connected to another service now.',
      new URL(baseUrl).host,
    ),
    needsCure: true,
    cures: [{ label: vscode.l10n.t('Select Service'), icon: 'globe', command: CommandId.selectService }],
  };
}

/** The same, saying what was being done where that is not what the panel is opened for. */
export function failureProblem(
  { task, error }: NonNullable<SessionState['failure']>,
  describe: Describe,
): Problem | undefined {
  const problem = describe(error);
  if (!problem || task !== 'older') return problem;
  return {
    ...problem,
    message: vscode.l10n.t('Older entries could not be read. {0}', problem.message),
  };
}
