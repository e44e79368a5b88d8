import type { Deployment } from '../api/deployments.ts';
import { getCommitSubject } from '../domain/deploymentText.ts';
import { toPlainText } from '../domain/plainText.ts';

/**
 * Returns the first line of the commit message. Without a message, returns the commit, the branch, or the deployment
 * ID.
 */
export function getDeploymentSubject({
  id,
  sourceCommitMessage,
  sourceCommitId,
  sourceRef,
}: Deployment): string {
  const subject = getCommitSubject(sourceCommitMessage) ?? '';
  const candidates = [subject, shortenCommitId(sourceCommitId) ?? '', sourceRef ?? '', id];
  return candidates.map(toPlainText).find((text) => text !== '') ?? id;
}

/** Returns the first 7 characters of a commit ID, or `undefined` if it's missing or empty. */
export function shortenCommitId(sourceCommitId: string | undefined): string | undefined {
  return sourceCommitId === undefined ? undefined : toPlainText(sourceCommitId).slice(0, 7) || undefined;
}
