import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import { getDeploymentFailureKey } from '../domain/deployment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { createTemplate } from '../editor/template.ts';
import type { Attention, Node } from '../explorer/node.ts';

/** The node of a project. Its environments are below it. */
export interface ProjectNode extends Node {
  readonly kind: 'project';
  readonly projectId: string;
  readonly projectName: string;
  readonly project: Project;
}

/** Returns the ID of a project's row. `parentId`: ID of the parent row, or `undefined` for the root. */
export function getProjectRowId(projectId: string, parentId?: string): string {
  return `${parentId === undefined ? '' : `${parentId}/`}project/${encodeURIComponent(projectId)}`;
}

const accessibilityText = createTemplate(() => vscode.l10n.t('Project {0}, {1}'));
const idText = createTemplate(() => vscode.l10n.t('Project ID: {0}'));
const latestDeploymentFailedText = createTemplate(() => vscode.l10n.t('Latest deployment of {0} failed'));

/** Creates the node of a project. `parentId`: ID of the parent row, or `undefined` for the root. */
export function toProjectNode(project: Project, parentId?: string): ProjectNode {
  const { id, name, productionState: deploymentState } = project;
  const facts = listProjectFacts(project);
  const row: ProjectNode = {
    kind: 'project',
    id: getProjectRowId(id, parentId),
    projectId: id,
    projectName: name,
    project,
    label: name,
    description: facts.join(' · '),
    icon: { id: 'cloud' },
    context: `refreshable${project.sourceRepository ? ' connected' : ''}`,
    tooltip: formatProjectTooltip(project, facts),
    accessibilityLabel: accessibilityText(name, facts.join(', ')),
  };
  // A spread inside the literal is measurably slower with a thousand projects.
  const rowWithState: ProjectNode = deploymentState ? { ...row, deploymentState } : row;
  return project.failedEnvironments
    ? { ...rowWithState, attention: createFailureAttention(project) }
    : rowWithState;
}

function listProjectFacts({ runtime, transport }: Project): readonly string[] {
  return [runtime, transport].filter((fact) => fact !== undefined);
}

// URLs don't have labels, because each localized text is measurably slow with a thousand projects.
function formatProjectTooltip(project: Project, facts = listProjectFacts(project)): string {
  const { id, name, sourceRepository, rootDirectory } = project;
  const lines = [name];
  if (facts.length > 0) lines.push(facts.join(' · '));
  if (sourceRepository !== undefined) lines.push(sourceRepository);
  if (rootDirectory !== undefined) lines.push(vscode.l10n.t('Root directory: {0}', rootDirectory));
  lines.push(idText(id));
  return lines.join('\n');
}

/**
 * Returns a problem for each failed environment. It has the same key as in the row of the environment, so it counts
 * once.
 */
function createFailureAttention({ name, failedEnvironments = [] }: Project): readonly Attention[] {
  const subject = toPlainText(name);
  return failedEnvironments.map((environment) => ({
    key: getDeploymentFailureKey(environment.id),
    severity: 'error',
    text: latestDeploymentFailedText(toPlainText(environment.name)),
    subject,
  }));
}

/** Creates the node of a project in the user's list. */
export function toCreatedProjectNode(project: Project, parentId?: string): ProjectNode {
  const node = toProjectNode(project, parentId);
  return { ...node, context: [node.context, 'created'].filter(Boolean).join(' ') };
}

/** Creates the node of a project that no longer exists. */
export function toDeletedProjectNode(project: Project): Node & { readonly projectId: string } {
  const { id, projectId, label } = toProjectNode(project);
  return {
    kind: 'goneProject',
    id,
    projectId,
    label,
    tooltip: formatProjectTooltip(project),
    description: vscode.l10n.t('no longer exists'),
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    context: 'created',
    accessibilityLabel: vscode.l10n.t('Project {0}, no longer exists', project.name),
  };
}
