import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import type { PanelIdentity } from './savedState.ts';

type LogSubject = Omit<PanelIdentity, 'baseUrl'>;

/**
 * Returns the title of a panel in one line. The title contains an ID if the project is unknown, or for a deployment.
 */
export function formatPanelTitle(subject: LogSubject): string {
  return subject.deploymentId === undefined
    ? formatEnvironmentTitle(subject)
    : formatDeploymentTitle(subject);
}

function formatEnvironmentTitle({ environmentId, environmentName, projectName }: LogSubject): string {
  const name =
    projectName !== undefined
      ? `${projectName}/${environmentName}`
      : environmentName === environmentId
        ? environmentId
        : `${environmentName} (${shortenId(environmentId)})`;
  return vscode.l10n.t('Logs: {0}', toPlainText(name));
}

function formatDeploymentTitle({ deploymentId = '', environmentName, projectName }: LogSubject): string {
  const name = projectName === undefined ? environmentName : `${projectName}/${environmentName}`;
  const label = environmentName === deploymentId ? deploymentId : `${name} (${shortenId(deploymentId)})`;
  return vscode.l10n.t('Deployment: {0}', toPlainText(label));
}

function shortenId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 12)}…` : id;
}
