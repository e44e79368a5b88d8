import * as l10n from '@vscode/l10n';
import { formatAge, formatShortAge, getAgeKey } from './age.ts';
import { type DeploymentState, getDeploymentTime, isDeploymentRunning } from './deployment.ts';
import { toPlainText } from './plainText.ts';

/** Returns the first line of a commit message that isn't blank as plain text, or `undefined` if there is none. */
export function getCommitSubject(message: string | undefined): string | undefined {
  return (message ?? '')
    .split(/[\r\n]+/)
    .map(toPlainText)
    .find((line) => line !== '');
}

/** Formats the status of a deployment. Returns a status that this client doesn't know as plain text. */
export function formatDeploymentStatus(status: string | undefined): string {
  switch (status) {
    case 'ongoing':
      return l10n.t('deploying');
    case 'deployed':
      return l10n.t('deployed');
    case 'failed':
      return l10n.t('failed');
    case 'canceled':
      return l10n.t('canceled');
    default:
      return toPlainText(status ?? '') || l10n.t('status unknown');
  }
}

/** Describes the end of a deployment that didn't fail, as a sentence. `environment` is the environment's label. */
export function describeDeploymentEnd(environment: string, status: string | undefined): string {
  if (status === 'deployed') return l10n.t('{0} was deployed.', environment);
  return status === undefined
    ? l10n.t('The deployment of {0} ended. Its status is unknown.', environment)
    : l10n.t('The deployment of {0} ended with status "{1}".', environment, formatDeploymentStatus(status));
}

/**
 * Formats the age of a deployment, such as "3h" or "3 hours ago". Returns `undefined` if the service returned no valid
 * time.
 */
export function formatDeploymentAge(
  deployment: DeploymentState,
  language: string,
  style: 'short' | 'long',
): string | undefined {
  const time = getDeploymentTime(deployment);
  if (time === undefined) return undefined;
  const ms = Date.now() - time;
  return style === 'short' ? formatShortAge(ms, language) : formatAge(ms, language);
}

/**
 * A short text for display, such as "3h" or "failed 3h", and a long text for screen readers, such as "deployed 3 hours
 * ago". The short text of a successful deployment is only its age, because the icon shows the success.
 */
export interface LatestDeploymentTexts {
  readonly short: string;
  readonly long: string;
  readonly isRunning?: true;
}

/**
 * Formats the status and the age of an environment's latest deployment in both lengths. `now` is in milliseconds since
 * the epoch, and a parameter because the current time is read only once for a thousand rows.
 */
export function formatLatestDeploymentTexts(
  latest: DeploymentState,
  language: string,
  now: number,
): LatestDeploymentTexts {
  if (isDeploymentRunning(latest)) {
    const text = l10n.t('deploying...');
    return { short: text, long: text, isRunning: true };
  }
  const time = getDeploymentTime(latest);
  const key = `${time === undefined ? '' : getAgeKey(now - time)} ${latest.status}`;
  const texts =
    textsByKey.get(key) ??
    createLatestTexts(latest.status, language, time === undefined ? undefined : now - time);
  if (textsByKey.size >= maxCachedTexts) textsByKey.clear();
  textsByKey.set(key, texts);
  return texts;
}

/** Cached texts, because formatting is slow, and a thousand rows have few different texts. */
const textsByKey = new Map<string, LatestDeploymentTexts>();
/** Limits the cache, because the service can return any number of different times and statuses. */
const maxCachedTexts = 1000;

function createLatestTexts(
  status: string | undefined,
  language: string,
  ageMs: number | undefined,
): LatestDeploymentTexts {
  const statusText = formatDeploymentStatus(status);
  if (ageMs === undefined) return { short: statusText, long: statusText };
  const age = formatShortAge(ageMs, language);
  return {
    short: status === 'deployed' ? age : `${statusText} ${age}`,
    long: `${statusText} ${formatAge(ageMs, language)}`,
  };
}
