import * as l10n from '@vscode/l10n';
import { ageKey, ageText } from './age.ts';
import { type DeploymentState, isRunning, timeOf } from './deployment.ts';
import { plainText } from './plainText.ts';

/** The status of a deployment, in the one word that is used for it everywhere. The service may say something newer. */
export function statusText(status: string | undefined): string {
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
export function endText(place: string, status: string | undefined): string {
  if (status === 'deployed') return l10n.t('{0} was deployed.', place);
  return status === undefined
    ? l10n.t('The deployment of {0} ended. Its status is unknown.', place)
    : l10n.t('The deployment of {0} ended with status "{1}".', place, statusText(status));
}

/** Absent where the service gives no time. */
export function agoText(
  deployment: DeploymentState,
  language: string,
  style: 'narrow' | 'long',
): string | undefined {
  const time = timeOf(deployment);
  return time === undefined ? undefined : ageText(Date.now() - time, language, style);
}

/** What stands beside an environment, and its group: "deployed 3h ago". */
export function latestText(latest: DeploymentState, language: string, style: keyof LatestTexts): string {
  return latestTexts(latest, language, Date.now())[style];
}

/** The same for the eye and for a screen reader. */
export interface LatestTexts {
  readonly narrow: string;
  readonly long: string;
}

/** `now`: ms. For a thousand rows at once: its time is read once. */
export function latestTexts(latest: DeploymentState, language: string, now: number): LatestTexts {
  if (isRunning(latest)) {
    const text = l10n.t('deploying...');
    return { narrow: text, long: text };
  }
  const time = timeOf(latest);
  const key = `${time === undefined ? '' : ageKey(now - time)} ${latest.status}`;
  const texts =
    known.get(key) ?? makeTexts(latest.status, language, time === undefined ? undefined : now - time);
  if (known.size >= mostKnown) known.clear();
  known.set(key, texts);
  return texts;
}

/** A thousand rows say few different ones, and to format one takes long. */
const known = new Map<string, LatestTexts>();
/** Ages and statuses may be any. */
const mostKnown = 1000;

function makeTexts(status: string | undefined, language: string, ageMs: number | undefined): LatestTexts {
  const word = statusText(status);
  if (ageMs === undefined) return { narrow: word, long: word };
  return {
    narrow: `${word} ${ageText(ageMs, language, 'narrow')}`,
    long: `${word} ${ageText(ageMs, language, 'long')}`,
  };
}
