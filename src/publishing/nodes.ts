import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import type { Project } from '../api/projects.ts';
import type { Problem } from '../editor/problem.ts';
import type { Node } from '../explorer/node.ts';

/** The row of a project, with the fields that are used in this module. */
export interface PublishableRow extends Node {
  readonly projectId: string;
  readonly projectName: string;
  readonly project: Project;
}

/** The row below a project with its status in the MCP Registry. */
export interface PublicationNode extends Node {
  readonly kind: 'publication';
  readonly projectId: string;
  readonly projectName: string;
  readonly project: Project;
}

/** The status of a project in the MCP Registry. */
export type PublicationStatus =
  | { readonly kind: 'published'; readonly domain: string; readonly fields: ServerFields }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly problem: Problem };

export function createPublicationNode({
  id,
  projectId,
  projectName,
  project,
}: PublishableRow): PublicationNode {
  return {
    kind: 'publication',
    id: `${id}/publication`,
    projectId,
    projectName,
    project,
    label: vscode.l10n.t('MCP Registry'),
    icon: { id: 'package' },
  };
}
