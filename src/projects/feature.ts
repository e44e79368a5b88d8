import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { actionRow, noteRow } from '../explorer/rows.ts';
import { CommandId } from '../ids.ts';
import { projectNode } from './nodes.ts';

interface ProjectsDeps {
  readonly connection: Connection;
}

/** The projects at the root of the tree. */
export function createProjects({ connection }: ProjectsDeps): { branches: readonly Branch[] } {
  const children = async (_root: Node, signal: AbortSignal): Promise<readonly Node[]> => {
    const client = await connection.client();
    try {
      const projects = await client.projects.list({}, { signal });
      return projects.map(projectNode);
    } catch (error) {
      if (!(error instanceof ApiError && error.unknownPath)) throw error;
      await client.identify({ signal }); // Rejects when this is another kind of service altogether.
      return withoutList();
    }
  };
  return { branches: [{ under: 'root', children }] };
}

/** A service that answers the specified operations only lists no projects: the tree says so. */
function withoutList(): readonly Node[] {
  return [
    noteRow(
      'note/noList',
      vscode.l10n.t('This service does not list projects.'),
      vscode.l10n.t(
        'This service does not list projects. The tree shows what was created here or added by its id.',
      ),
    ),
    noteRow('note/shown', vscode.l10n.t('Shown is what was created here or added by id.')),
    actionRow('action/addEnvironment', {
      label: vscode.l10n.t('Add Environment by ID…'),
      icon: 'add',
      command: CommandId.addEnvironment,
    }),
  ];
}
