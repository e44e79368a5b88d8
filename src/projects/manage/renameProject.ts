import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { askInput } from '../../editor/askInput.ts';
import { offerUndo } from '../../editor/offerUndo.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { findProtection } from '../../explorer/environmentLabel.ts';
import { projectNameError } from '../create/fields.ts';
import type { ProjectManager } from './projectManager.ts';

/**
 * *Rename Project...*, for `{projectId, name}`. Returns the response of the service, or `undefined` if the project was
 * deleted.
 */
export function renameProjectCommand(manager: ProjectManager) {
  return async (argument: unknown): Promise<Project | undefined> => {
    const managedProject = await manager.load(argument, vscode.l10n.t('Rename Project'));
    if (!managedProject) return undefined;
    const { project } = managedProject;
    const { id: projectId, name: oldName } = project;

    const rename = async (name: string, signal: AbortSignal): Promise<Project | undefined> => {
      if (name.trim() === oldName) return project;
      const renamed = await manager.change(managedProject, { name: name.trim() }, signal);
      if (!renamed) return undefined;
      const message = vscode.l10n.t(
        'The project "{0}" was renamed to "{1}".',
        toPlainText(oldName),
        toPlainText(renamed.name),
      );
      void offerUndo(message, () =>
        vscode.commands.executeCommand('hostedMcp.renameProject', { projectId, name: oldName }),
      );
      return renamed;
    };

    const newName = getStringArgument(argument, 'name');
    if (newName !== undefined) {
      const title = vscode.l10n.t('Renaming "{0}"...', toPlainText(oldName));
      return withCancellableProgress(title, (signal) => rename(newName, signal));
    }
    return askInput<Project | undefined>({
      title: vscode.l10n.t('Rename {0}', toPlainText(oldName)),
      prompt: vscode.l10n.t(
        "Enter a new name for the project. The project ID and links to the project don't change.",
      ),
      value: oldName,
      validate: (typed) =>
        projectNameError(typed) ?? newNameHint(typed.trim(), project, manager.knownProjects),
      accept: rename,
      explainError: (error) => manager.describeRejection(error),
    });
  };
}

/**
 * Returns hints about a new name: whether another project has it, and whether the settings no longer protect the
 * environments.
 */
function newNameHint(
  name: string,
  project: Project,
  knownProjects: readonly Project[],
): vscode.InputBoxValidationMessage | undefined {
  if (name === project.name) return undefined;
  const hints: string[] = [];
  if (knownProjects.some((one) => one.id !== project.id && one.name === name)) {
    hints.push(vscode.l10n.t("Another project has this name. Project names don't have to be unique."));
  }
  const lostPattern = findLostProtection(name, project);
  if (lostPattern !== undefined) {
    hints.push(
      vscode.l10n.t(
        'With this name, "{0}" in the settings no longer protects the project\'s environments.',
        lostPattern,
      ),
    );
  }
  const severity = lostPattern === undefined ? 'Info' : 'Warning';
  if (hints.length === 0) return undefined;
  return { message: hints.join(' '), severity: vscode.InputBoxValidationSeverity[severity] };
}

/** Returns the pattern in the settings that protects an environment by the current name, but not by the new one. */
function findLostProtection(name: string, project: Project): string | undefined {
  for (const { name: environmentName } of project.environments) {
    const pattern = findProtection({ environmentName, projectName: project.name });
    if (pattern !== undefined && findProtection({ environmentName, projectName: name }) === undefined)
      return pattern;
  }
  return undefined;
}
