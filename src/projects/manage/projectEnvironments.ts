import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { findProtection } from '../../explorer/environmentLabel.ts';

/** Maximum number of environments that a question lists. */
const maxLines = 10;

type ProjectEnvironmentList = Project['environments'];

/** Returns the environments, production first. The service can omit production from the list. */
export function listEnvironments({
  environments,
  productionEnvironment: production,
}: Project): ProjectEnvironmentList {
  const rest = environments.filter(({ id }) => id !== production?.id);
  return production ? [production, ...rest] : rest;
}

/** Returns the lines with the branch of each environment. */
export function branchLines(project: Project): readonly string[] {
  const environments = listEnvironments(project);
  if (environments.length === 0) return [vscode.l10n.t('The project has no environments yet.')];
  return [
    vscode.l10n.t('The service builds each environment from its branch in this repository:'),
    ...limitedEnvironmentLines(environments, ({ name, sourceBranch }) =>
      sourceBranch
        ? vscode.l10n.t('{0}: {1}', toPlainText(name), toPlainText(sourceBranch))
        : vscode.l10n.t('{0}: no branch yet', toPlainText(name)),
    ),
  ];
}

/** Returns the lines with everything that is deleted with a project. */
export function deletionLines(project: Project): readonly string[] {
  const environments = listEnvironments(project);
  if (environments.length === 0) {
    return [vscode.l10n.t('The project has no environments.'), vscode.l10n.t("This can't be undone.")];
  }
  const productionId = project.productionEnvironment?.id;
  return [
    vscode.l10n.t(
      'These environments will also be deleted, along with their variables, deployments, logs, analytics, and metrics:',
    ),
    ...limitedEnvironmentLines(environments, ({ id, name, mcpServerUrl }) => {
      const shown =
        id === productionId ? vscode.l10n.t('{0} (PRODUCTION)', toPlainText(name)) : toPlainText(name);
      return mcpServerUrl === undefined ? shown : `${shown}: ${toPlainText(mcpServerUrl)}`;
    }),
    '',
    vscode.l10n.t(
      "The environments' servers stop for everyone who uses them. The Git repository isn't deleted. This can't be undone.",
    ),
  ];
}

/** Returns the first environment that the settings protect, and the pattern. */
export function findProtectedEnvironment(
  project: Project,
): { readonly environmentName: string; readonly pattern: string } | undefined {
  for (const { name: environmentName } of listEnvironments(project)) {
    const pattern = findProtection({ environmentName, projectName: project.name });
    if (pattern !== undefined) return { environmentName, pattern };
  }
  return undefined;
}

function limitedEnvironmentLines(
  environments: ProjectEnvironmentList,
  line: (environment: ProjectEnvironmentList[number]) => string,
): readonly string[] {
  const shown = environments.length > maxLines ? environments.slice(0, maxLines - 1) : environments;
  const more = environments.length - shown.length;
  const lines = shown.map((environment) => `• ${line(environment)}`);
  return more === 0 ? lines : [...lines, `• ${vscode.l10n.t('{0} more', more)}`];
}
