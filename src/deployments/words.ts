import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { ageText } from '../editor/age.ts';
import { statusText } from '../explorer/deploymentStatus.ts';
import { plainText } from '../explorer/plainText.ts';
import { isRunning, lengthParts, timeOf } from './time.ts';

/** The current one is filled: words beside a long label are cut off. */
export function statusIcon({ status, isCurrent }: Pick<Deployment, 'status' | 'isCurrent'>): {
  readonly id: string;
  readonly color?: string;
} {
  switch (status) {
    case 'ongoing':
      return { id: 'sync~spin', color: 'charts.blue' };
    case 'deployed':
      return { id: isCurrent ? 'pass-filled' : 'pass', color: 'testing.iconPassed' };
    case 'failed':
      return { id: 'error', color: 'testing.iconFailed' };
    case 'canceled':
      return { id: 'circle-slash' };
    default:
      return { id: 'question' };
  }
}

/** Absent where the service gives no time. */
export function agoText(deployment: Deployment, style: 'narrow' | 'long'): string | undefined {
  const time = timeOf(deployment);
  return time === undefined ? undefined : ageText(Date.now() - time, vscode.env.language, style);
}

/** What stands beside an environment, or its group, while one runs. */
export function deployingText(): string {
  return vscode.l10n.t('deploying…');
}

/** What stands beside the group: "deployed 3h ago". */
export function latestText(latest: Deployment, style: 'narrow' | 'long'): string {
  if (isRunning(latest)) return deployingText();
  return [statusText(latest.status), agoText(latest, style)].filter((part) => part !== undefined).join(' ');
}

/** The first line of its commit's message, or else what tells it from others. */
export function subjectOf({ id, sourceCommitMessage, sourceCommitId, sourceRef }: Deployment): string {
  const line = (sourceCommitMessage ?? '').split(/[\r\n]+/).find((one) => plainText(one) !== '') ?? '';
  const candidates = [line, shortCommit(sourceCommitId) ?? '', sourceRef ?? '', id];
  return candidates.map(plainText).find((text) => text !== '') ?? id;
}

/** As much of a commit's id as people use. */
export function shortCommit(sourceCommitId: string | undefined): string | undefined {
  return sourceCommitId === undefined ? undefined : plainText(sourceCommitId).slice(0, 7) || undefined;
}

/** "1 min 12 s" */
export function lengthText(ms: number): string {
  const t = vscode.l10n.t;
  const { hours, minutes, seconds } = lengthParts(ms);
  if (hours > 0) return t('{0} h {1} min', hours, minutes);
  return minutes > 0 ? t('{0} min {1} s', minutes, seconds) : t('{0} s', seconds);
}
