import * as vscode from 'vscode';
import { toPlainText, truncateText } from '../domain/plainText.ts';
import type { PanelIdentity } from './savedState.ts';

type LogSubject = Omit<PanelIdentity, 'baseUrl'>;

/** Maximum length of a commit's subject in a title, in characters. */
const maxSubjectLength = 40;

/**
 * Returns the title of a panel in one line. The title of a deployment begins with the subject of its commit. The title
 * contains an ID if the project or the commit is unknown.
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

function formatDeploymentTitle({
  deploymentId = '',
  environmentName,
  projectName,
  subject = '',
}: LogSubject): string {
  const shortSubject = truncateText(subject, maxSubjectLength);
  if (shortSubject !== '') {
    // The same commit can be deployed to several environments.
    return environmentName === deploymentId
      ? shortSubject
      : `${shortSubject} (${toPlainText(environmentName)})`;
  }
  const name = projectName === undefined ? environmentName : `${projectName}/${environmentName}`;
  const label = environmentName === deploymentId ? deploymentId : `${name} (${shortenId(deploymentId)})`;
  return vscode.l10n.t('Deployment: {0}', toPlainText(label));
}

function shortenId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 12)}…` : id;
}
