import * as vscode from 'vscode';
import type { DeploymentState } from '../domain/deployment.ts';
import { formatLatestDeploymentTexts } from '../domain/deploymentText.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { createFailureIcon } from '../editor/failureIcon.ts';
import { getEnvironmentIcon } from './deploymentIcon.ts';
import { findProtection, formatProductionLabel, needsConfirmation } from './environmentLabel.ts';

/** A list item for an environment, such as "weather-tools / staging" with the state and the age of its deployment. */
export interface EnvironmentItem extends vscode.QuickPickItem {
  readonly environment: EnvironmentRef;
  /** Whether the project is linked to an open folder. */
  readonly isLinked: boolean;
  /** Whether changes must be confirmed. If so, a list for changes doesn't preselect the item. */
  readonly needsConfirmation: boolean;
}

interface EnvironmentItemOptions {
  /** The latest deployment. Absent if there is none, or it's unknown. */
  readonly latestDeployment?: DeploymentState | undefined;
  readonly isLinked?: boolean;
}

/** Creates the list item for an environment. Production and protected environments are marked. */
export function createEnvironmentItem(
  environment: EnvironmentRef,
  { latestDeployment, isLinked = false }: EnvironmentItemOptions = {},
): EnvironmentItem {
  const { environmentId, environmentName, projectName } = environment;
  const name = toPlainText(environmentName);
  const notes = [
    describeProtection(environment),
    latestDeployment && formatLatestDeploymentTexts(latestDeployment, vscode.env.language, Date.now()).short,
    // Distinguishes environments with the same name.
    projectName === undefined ? toPlainText(environmentId) : undefined,
    isLinked ? vscode.l10n.t('linked project') : undefined,
  ];
  return {
    iconPath:
      latestDeployment?.status === 'failed'
        ? createFailureIcon('error')
        : new vscode.ThemeIcon(getEnvironmentIcon(latestDeployment).id),
    label: projectName === undefined ? name : `${toPlainText(projectName)} / ${name}`,
    description: notes.filter(Boolean).join(' · '),
    environment,
    isLinked,
    needsConfirmation: needsConfirmation(environment),
  };
}

function describeProtection(environment: EnvironmentRef): string | undefined {
  if (environment.isProduction) return formatProductionLabel(environment.environmentName).toUpperCase();
  return findProtection(environment) === undefined ? undefined : vscode.l10n.t('PROTECTED');
}
