import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import { getDeploymentFailureKey } from '../domain/deployment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { createTemplate } from '../editor/template.ts';
import { getDeploymentIcon } from '../explorer/deploymentIcon.ts';
import type { Attention, Node, RowFact, RowTooltip } from '../explorer/node.ts';

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
const projectIcon = { id: 'cloud' };

/**
 * Creates the node of a project. `parentId`: ID of the parent row, or `undefined` for the root. While the row is
 * collapsed, its icon is the state of production, or that an environment failed.
 */
export function toProjectNode(project: Project, parentId?: string): ProjectNode {
  const { id, name, productionState } = project;
  const row: ProjectNode = {
    kind: 'project',
    id: getProjectRowId(id, parentId),
    projectId: id,
    projectName: name,
    project,
    label: name,
    icon: productionState ? getDeploymentIcon({ ...productionState, isCurrent: true }) : projectIcon,
    expandedIcon: projectIcon,
    context: `refreshable${project.sourceRepository ? ' connected' : ''}`,
    tooltip: createProjectTooltip(project),
    accessibilityLabel: accessibilityText(name, listProjectFacts(project).join(', ')),
  };
  // A spread inside the literal is measurably slower with a thousand projects.
  const rowWithState: ProjectNode = productionState ? { ...row, deploymentState: productionState } : row;
  return project.failedEnvironments ? { ...rowWithState, ...createFailureFields(project) } : rowWithState;
}

function listProjectFacts({ runtime, transport }: Project): readonly string[] {
  return [runtime, transport].filter((fact) => fact !== undefined);
}

// URLs don't have labels, because each localized text is measurably slow with a thousand projects.
function createProjectTooltip({
  id,
  name,
  runtime,
  transport,
  sourceRepository,
  rootDirectory,
}: Project): RowTooltip {
  const facts: RowFact[] = [];
  if (runtime !== undefined) facts.push({ icon: 'code', text: runtime });
  if (transport !== undefined) facts.push({ icon: 'plug', text: transport });
  if (sourceRepository !== undefined) facts.push({ icon: 'repo', text: sourceRepository });
  if (rootDirectory !== undefined)
    facts.push({ icon: 'folder', text: vscode.l10n.t('Root directory: {0}', rootDirectory) });
  facts.push({ icon: 'key', text: idText(id) });
  return { title: name, facts };
}

/**
 * Creates the fields of a project with failed environments. Each failure has the same key as in the row of the
 * environment, so it counts once.
 */
function createFailureFields({ name, productionState, failedEnvironments = [] }: Project) {
  const subject = toPlainText(name);
  const names = failedEnvironments.map((environment) => toPlainText(environment.name));
  const attention = failedEnvironments.map(
    (environment, index): Attention => ({
      key: getDeploymentFailureKey(environment.id),
      severity: 'error',
      text: latestDeploymentFailedText(names[index] ?? ''),
      subject,
      isShownBelow: true,
    }),
  );
  const icon = getDeploymentIcon({ status: 'failed' });
  // The state of production, which is beside this text, also reports its failure.
  if (productionState?.status === 'failed') return { attention, icon };
  const urgentText =
    names.length === 1
      ? vscode.l10n.t('{0} failed', names[0] ?? '')
      : vscode.l10n.t('{0} environments failed', names.length);
  return { attention, icon, urgentText };
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
    tooltip: createProjectTooltip(project),
    description: vscode.l10n.t('no longer exists'),
    icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    context: 'created',
    accessibilityLabel: vscode.l10n.t('Project {0}, no longer exists', project.name),
  };
}
