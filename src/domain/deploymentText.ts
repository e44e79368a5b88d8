import * as l10n from '@vscode/l10n';
import { formatAge, getAgeKey } from './age.ts';
import { type DeploymentState, getDeploymentTime, isDeploymentRunning } from './deployment.ts';
import { plainText } from './plainText.ts';

/** The status of a deployment, in the one word that is used for it everywhere. The service may say something newer. */
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
      return plainText(status ?? '') || l10n.t('status unknown');
  }
}

/** Returns how a deployment that didn't fail has ended, as a sentence. */
export function describeDeploymentEnd(place: string, status: string | undefined): string {
  if (status === 'deployed') return l10n.t('{0} was deployed.', place);
  return status === undefined
    ? l10n.t('The deployment of {0} ended. Its status is unknown.', place)
    : l10n.t('The deployment of {0} ended with status "{1}".', place, formatDeploymentStatus(status));
}

/** Absent where the service gives no time. */
export function formatDeploymentAge(
  deployment: DeploymentState,
  language: string,
  style: 'narrow' | 'long',
): string | undefined {
  const time = getDeploymentTime(deployment);
  return time === undefined ? undefined : formatAge(Date.now() - time, language, style);
}

/** What stands beside an environment, and its group: "deployed 3h ago". */
export function formatLatestDeployment(
  latest: DeploymentState,
  language: string,
  style: keyof LatestDeploymentTexts,
): string {
  return formatLatestDeploymentTexts(latest, language, Date.now())[style];
}

/** The same for the eye and for a screen reader. */
export interface LatestDeploymentTexts {
  readonly narrow: string;
  readonly long: string;
}

/** `now`: ms. For a thousand rows at once: its time is read once. */
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

/** A thousand rows say few different ones, and to format one takes long. */
const textsByKey = new Map<string, LatestDeploymentTexts>();
/** Ages and statuses may be any. */
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
