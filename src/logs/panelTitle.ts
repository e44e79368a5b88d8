import * as vscode from 'vscode';
import { plainText } from '../domain/plainText.ts';
import type { PanelIdentity } from './savedState.ts';

type LogSubject = Omit<PanelIdentity, 'baseUrl'>;

/** Of one line; those without a project, and those of one environment, are told apart by their ids. */
export function panelTitle(subject: LogSubject): string {
  return subject.deploymentId === undefined ? environmentTitle(subject) : deploymentTitle(subject);
}

function environmentTitle({ environmentId, environmentName, projectName }: LogSubject): string {
  const name =
    projectName !== undefined
      ? `${projectName}/${environmentName}`
      : environmentName === environmentId
        ? environmentId
        : `${environmentName} (${shortenId(environmentId)})`;
  return vscode.l10n.t('Logs: {0}', plainText(name));
}

function deploymentTitle({ deploymentId = '', environmentName, projectName }: LogSubject): string {
  const name = projectName === undefined ? environmentName : `${projectName}/${environmentName}`;
  const words = environmentName === deploymentId ? deploymentId : `${name} (${shortenId(deploymentId)})`;
  return vscode.l10n.t('Deployment: {0}', plainText(words));
}

function shortenId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 12)}…` : id;
}
