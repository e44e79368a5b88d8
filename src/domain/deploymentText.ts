import * as l10n from '@vscode/l10n';
import { formatAge, getAgeKey } from './age.ts';
import { type DeploymentState, getDeploymentTime, isDeploymentRunning } from './deployment.ts';
import { toPlainText } from './plainText.ts';

/** Formats a deployment status for all places where it's shown. An unknown status is shown as it is. */
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

/** Describes the end of a deployment that didn't fail, as a sentence. */
export function describeDeploymentEnd(place: string, status: string | undefined): string {
  if (status === 'deployed') return l10n.t('{0} was deployed.', place);
  return status === undefined
    ? l10n.t('The deployment of {0} ended. Its status is unknown.', place)
    : l10n.t('The deployment of {0} ended with status "{1}".', place, formatDeploymentStatus(status));
}

/** Returns `undefined` if the service returned no time. */
export function formatDeploymentAge(
  deployment: DeploymentState,
  language: string,
  style: 'narrow' | 'long',
): string | undefined {
  const time = getDeploymentTime(deployment);
  return time === undefined ? undefined : formatAge(Date.now() - time, language, style);
}

/** Formats the status and the age of an environment's latest deployment: "deployed 3h ago". */
export function formatLatestDeployment(
  latest: DeploymentState,
  language: string,
  style: keyof LatestDeploymentTexts,
): string {
  return formatLatestDeploymentTexts(latest, language, Date.now())[style];
}

/** A short text to display, and a long one for screen readers. */
export interface LatestDeploymentTexts {
  readonly narrow: string;
  readonly long: string;
}

/** Formats the latest deployment at the time `now` in ms, so that a thousand rows need the time only once. */
export function formatLatestDeploymentTexts(
  latest: DeploymentState,
  language: string,
  now: number,
): LatestDeploymentTexts {
  if (isDeploymentRunning(latest)) {
    const text = l10n.t('deploying...');
    return { narrow: text, long: text };
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

/** A thousand rows have few different texts, and formatting is slow. */
const textsByKey = new Map<string, LatestDeploymentTexts>();
/** The service can return any number of ages and statuses. */
const maxCachedTexts = 1000;

function createLatestTexts(
  status: string | undefined,
  language: string,
  ageMs: number | undefined,
): LatestDeploymentTexts {
  const word = formatDeploymentStatus(status);
  if (ageMs === undefined) return { narrow: word, long: word };
  return {
    narrow: `${word} ${formatAge(ageMs, language, 'narrow')}`,
    long: `${word} ${formatAge(ageMs, language, 'long')}`,
  };
}
