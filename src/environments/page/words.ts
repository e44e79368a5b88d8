import type { Deployment } from '../../api/deployments.ts';
import { ageText } from '../../editor/age.ts';
import type { Translate } from '../../editor/translate.ts';
import { timeOf } from '../../explorer/deploymentTime.ts';
import { plainText } from '../../explorer/plainText.ts';
import type { Tone } from './protocol.ts';

/** What words are made with. */
export interface Wording {
  readonly t: Translate;
  readonly language: string;
  /** ms since 1970 */
  readonly now: number;
}

/** How a deployment stands, for its icon and colour. */
export function toneOf({ status }: Pick<Deployment, 'status'>): Tone {
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

/** The same in a sentence: "Deployed 2 hours ago". The service may say something newer, or not say when. */
export function headline(
  deployment: Pick<Deployment, 'status' | 'startedAt' | 'completedAt'>,
  { t, language, now }: Wording,
): string {
  const time = timeOf(deployment);
  const ago = time === undefined ? undefined : ageText(now - time, language, 'long');
  switch (toneOf(deployment)) {
    case 'running':
      return t('Deploying…');
    case 'passed':
      return ago === undefined ? t('Deployed') : t('Deployed {0}', ago);
    case 'failed':
      return ago === undefined ? t('Failed') : t('Failed {0}', ago);
    case 'canceled':
      return ago === undefined ? t('Canceled') : t('Canceled {0}', ago);
    default: {
      const status = plainText(deployment.status ?? '') || t('unknown');
      return ago === undefined ? t('Status: {0}', status) : t('Status: {0}, {1}', status, ago);
    }
  }
}

/** `count`: how many variables were changed; 0: that is not known any more. */
export function changesText(count: number, t: Translate): string {
  if (count === 0) return t('Variables were changed. Deploy to apply.');
  return count === 1
    ? t('1 variable was changed. Deploy to apply.')
    : t('{0} variables were changed. Deploy to apply.', count);
}

export function suspendedText(count: number, t: Translate): string {
  return count === 1
    ? t('1 telemetry destination is suspended.')
    : t('{0} telemetry destinations are suspended.', count);
}
