import * as l10n from '@vscode/l10n';
import { formatAge } from '../../domain/age.ts';
import type { DeploymentState } from '../../domain/deployment.ts';
import { getDeploymentTime } from '../../domain/deployment.ts';
import { toPlainText } from '../../domain/plainText.ts';
import type { DeploymentTone } from './protocol.ts';

/** The language and the current time for texts. */
export interface TimeTextOptions {
  readonly language: string;
  /** The current time in milliseconds since the epoch. */
  readonly now: number;
}

/** Returns the tone for the icon and the color of a deployment. */
export function getDeploymentTone({ status }: DeploymentState): DeploymentTone {
  switch (status) {
    case 'ongoing':
      return 'running';
    case 'deployed':
      return 'passed';
    case 'failed':
    case 'canceled':
      return status;
    default:
      return 'unknown';
  }
}

/**
 * Describes the status in a sentence such as "Deployed 2 hours ago". The service might return an unknown status, or no
 * time.
 */
export function formatDeploymentHeadline(
  deployment: DeploymentState,
  { language, now }: TimeTextOptions,
): string {
  const time = getDeploymentTime(deployment);
  const ago = time === undefined ? undefined : formatAge(now - time, language);
  switch (getDeploymentTone(deployment)) {
    case 'running':
      return l10n.t('Deploying...');
    case 'passed':
      return ago === undefined ? l10n.t('Deployed') : l10n.t('Deployed {0}', ago);
    case 'failed':
      return ago === undefined ? l10n.t('Failed') : l10n.t('Failed {0}', ago);
    case 'canceled':
      return ago === undefined ? l10n.t('Canceled') : l10n.t('Canceled {0}', ago);
    default: {
      const status = toPlainText(deployment.status ?? '') || l10n.t('unknown');
      return ago === undefined ? l10n.t('Status: {0}', status) : l10n.t('Status: {0}, {1}', status, ago);
    }
  }
}

/** Returns a note about changed variables. `count`: their number, or 0 if it's unknown. */
export function changedVariablesText(count: number): string {
  if (count === 0) return l10n.t('Variables were changed. Redeploy to apply the changes.');
  return count === 1
    ? l10n.t('1 variable was changed. Redeploy to apply the change.')
    : l10n.t('{0} variables were changed. Redeploy to apply the changes.', count);
}

export function suspendedText(count: number): string {
  return count === 1
    ? l10n.t('1 telemetry destination is suspended.')
    : l10n.t('{0} telemetry destinations are suspended.', count);
}
