import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import { isNamedProduction } from '../../domain/environment.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { findProtection } from '../../explorer/environmentLabel.ts';

/** Maximum number of environments that a confirmation lists. */
const maxEnvironmentLines = 10;

type ProjectEnvironmentList = Project['environments'];

/**
 * Returns the environments, production first. In the responses of some services, `environments` doesn't contain
 * production.
 */
export function listEnvironments({
  environments,
  productionEnvironment: production,
}: Project): ProjectEnvironmentList {
  const otherEnvironments = environments.filter(({ id }) => id !== production?.id);
  return production ? [production, ...otherEnvironments] : otherEnvironments;
}

/** Returns the lines with the branch of each environment. */
export function createBranchLines(project: Project): readonly string[] {
  const environments = listEnvironments(project);
  if (environments.length === 0) return [vscode.l10n.t('The project has no environments yet.')];
  return [
    vscode.l10n.t('The service builds each environment from its branch in this repository:'),
    ...createEnvironmentLines(environments, ({ name, sourceBranch }) =>
      sourceBranch
        ? vscode.l10n.t('{0}: {1}', toPlainText(name), toPlainText(sourceBranch))
        : vscode.l10n.t('{0}: no branch yet', toPlainText(name)),
    ),
  ];
}

/** Returns the lines with everything that is deleted with a project. */
export function createDeletionLines(project: Project): readonly string[] {
  const environments = listEnvironments(project);
  if (environments.length === 0) {
    return [vscode.l10n.t('The project has no environments.'), vscode.l10n.t("This can't be undone.")];
  }
  const productionId = project.productionEnvironment?.id;
  return [
    vscode.l10n.t(
      'These environments will also be deleted, along with their variables, deployments, logs, analytics, and metrics:',
    ),
    ...createEnvironmentLines(environments, ({ id, name, mcpServerUrl }) => {
      const label =
        id === productionId && !isNamedProduction(name)
          ? vscode.l10n.t('{0} (PRODUCTION)', toPlainText(name))
          : toPlainText(name);
      return mcpServerUrl === undefined ? label : `${label}: ${toPlainText(mcpServerUrl)}`;
    }),
    '',
    vscode.l10n.t(
      "The environments' servers will stop, and their URLs will no longer work. The Git repository isn't deleted. This can't be undone.",
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

function createEnvironmentLines(
  environments: ProjectEnvironmentList,
  formatLine: (environment: ProjectEnvironmentList[number]) => string,
): readonly string[] {
  const listed =
    environments.length > maxEnvironmentLines ? environments.slice(0, maxEnvironmentLines - 1) : environments;
  const hiddenCount = environments.length - listed.length;
  const lines = listed.map((environment) => `• ${formatLine(environment)}`);
  return hiddenCount === 0 ? lines : [...lines, `• ${vscode.l10n.t('{0} more', hiddenCount)}`];
}
