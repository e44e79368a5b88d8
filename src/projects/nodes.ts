import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import { getDeploymentFailureKey } from '../domain/deployment.ts';
import { plainText } from '../domain/plainText.ts';
import { createTemplate } from '../editor/template.ts';
import type { Attention, Node } from '../explorer/node.ts';

/** A project as a row; its environments hang below it. */
export interface ProjectNode extends Node {
  readonly kind: 'project';
  readonly projectId: string;
  readonly projectName: string;
  readonly project: Project;
}

/** The id of its row. `at`: the id of the row that it hangs below, unless that is the root. */
export function projectRowId(projectId: string, at?: string): string {
  return `${at === undefined ? '' : `${at}/`}project/${encodeURIComponent(projectId)}`;
}

const spokenText = createTemplate(() => vscode.l10n.t('Project {0}, {1}'));
const idText = createTemplate(() => vscode.l10n.t('Project ID: {0}'));
const latestFailedText = createTemplate(() => vscode.l10n.t('Latest deployment of {0} failed'));

/** The row of a project. `at`: the id of the row that it hangs below, unless that is the root. */
export function projectNode(project: Project, at?: string): ProjectNode {
  const { id, name, productionState: state } = project;
  const facts = listProjectFacts(project);
  const row: ProjectNode = {
    kind: 'project',
    id: projectRowId(id, at),
    projectId: id,
    projectName: name,
    project,
    label: name,
    description: facts.join(' · '),
    icon: { id: 'cloud' },
    context: `refreshable${project.sourceRepository ? ' connected' : ''}`,
    tooltip: projectTooltip(project, facts),
    accessibilityLabel: spokenText(name, facts.join(', ')),
  };
  // Not spread in the middle of it: that takes longer, a thousand times.
  const stated = state ? { ...row, state } : row;
  return project.failedEnvironments ? { ...stated, attention: failedDeployments(project) } : stated;
}

function listProjectFacts({ runtime, transport }: Project): readonly string[] {
  return [runtime, transport].filter((fact) => fact !== undefined);
}

// An address says by itself what it is, and each text that is translated costs time, a thousand times.
function projectTooltip(project: Project, facts = listProjectFacts(project)): string {
  const { id, name, sourceRepository, rootDirectory } = project;
  const lines = [name];
  if (facts.length > 0) lines.push(facts.join(' · '));
  if (sourceRepository !== undefined) lines.push(sourceRepository);
  if (rootDirectory !== undefined) lines.push(vscode.l10n.t('Root directory: {0}', rootDirectory));
  lines.push(idText(id));
  return lines.join('\n');
}

/** One for each environment, with the key that its own row has for the same. */
function failedDeployments({ name, failedEnvironments = [] }: Project): readonly Attention[] {
  const place = plainText(name);
  return failedEnvironments.map((environment) => ({
    key: getDeploymentFailureKey(environment.id),
    severity: 'error',
    text: latestFailedText(plainText(environment.name)),
    place,
  }));
}

/** A project that is known because it was created here. */
export function createdProjectNode(project: Project, at?: string): ProjectNode {
  const node = projectNode(project, at);
  return { ...node, context: [node.context, 'created'].filter(Boolean).join(' ') };
}

/** One whose environments the service no longer knows: nothing hangs below it. */
export function deletedProjectNode(project: Project): Node & { readonly projectId: string } {
  const { id, projectId, label } = projectNode(project);
  return {
    kind: 'goneProject',
    id,
    projectId,
    label,
    tooltip: projectTooltip(project),
    description: vscode.l10n.t('no longer exists'),
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    context: 'created',
    accessibilityLabel: vscode.l10n.t('Project {0}, no longer exists', project.name),
  };
}
