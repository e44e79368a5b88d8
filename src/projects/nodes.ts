import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import type { Node } from '../explorer/node.ts';

/** A project as a row; its environments hang below it. */
export interface ProjectNode extends Node {
  readonly kind: 'project';
  readonly projectId: string;
  readonly projectName: string;
  readonly project: Project;
}

export function projectNode(project: Project): ProjectNode {
  const facts = [project.runtime, project.transport].filter((fact) => fact !== undefined);
  const t = vscode.l10n.t;
  return {
    kind: 'project',
    id: `project/${encodeURIComponent(project.id)}`,
    projectId: project.id,
    projectName: project.name,
    project,
    label: project.name,
    description: facts.join(' · '),
    icon: { id: 'cloud' },
    context: 'refreshable',
    tooltip: [
      project.name,
      ...(facts.length > 0 ? [facts.join(' · ')] : []),
      ...(project.sourceRepository === undefined ? [] : [t('Repository: {0}', project.sourceRepository)]),
      ...(project.rootDirectory === undefined ? [] : [t('Root directory: {0}', project.rootDirectory)]),
      t('Project id: {0}', project.id),
    ].join('\n'),
    accessibilityLabel: t('Project {0}, {1}', project.name, facts.join(', ')),
  };
}
