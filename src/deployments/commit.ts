import type { Deployment } from '../api/deployments.ts';
import { plainText } from '../domain/plainText.ts';

/** The first line of its commit's message, or else what tells it from others. */
export function deploymentSubject({
  id,
  sourceCommitMessage,
  sourceCommitId,
  sourceRef,
}: Deployment): string {
  const line = (sourceCommitMessage ?? '').split(/[\r\n]+/).find((one) => plainText(one) !== '') ?? '';
  const candidates = [line, shortCommit(sourceCommitId) ?? '', sourceRef ?? '', id];
  return candidates.map(plainText).find((text) => text !== '') ?? id;
}

/** As much of a commit's id as people use. */
export function shortCommit(sourceCommitId: string | undefined): string | undefined {
  return sourceCommitId === undefined ? undefined : plainText(sourceCommitId).slice(0, 7) || undefined;
}
