import type { Problem } from '../editor/problem.ts';
import { emptyDeploymentText, endedText, statusIcon } from './deploymentWords.ts';
import type { ViewState } from './protocol.ts';
import { emptyText, onServiceText, rangeLabel } from './rangeWords.ts';
import type { SessionState } from './read/sessionState.ts';
import type { PanelIdentity } from './savedState.ts';

/**
 * What the page shows beside the rows, in words. `problem`: the session's failure, described. `describe`: the words
 * for what broke the connection.
 */
export function viewState(
  identity: PanelIdentity,
  state: SessionState,
  problem: Problem | undefined,
  describe: (error: unknown) => string | undefined,
): ViewState {
  const { query, task, progress, stopped, nothingBefore, isLive, isStarted, readAt, follow, ended } = state;
  const reconnectCause = follow.kind === 'reconnecting' ? describe(follow.error) : undefined;
  return {
    identity,
    range: rangeLabel(query.range),
    empty: identity.deploymentId === undefined ? emptyText(query) : emptyDeploymentText(ended),
    onService: onServiceText(query.filter),
    isLive,
    ...(task && { task }),
    ...(progress !== undefined && { progress }),
    ...(stopped && { stopped }),
    ...(readAt !== undefined && !isLive && !query.range?.until && !ended && { staleSince: readAt }),
    canLoadNewer: isStarted && !isLive && task === undefined && !ended,
    ...(ended && { ended: { text: endedText(ended), icon: statusIcon(ended.status) } }),
    ...(nothingBefore !== undefined && { nothingBefore }),
    ...(follow.kind === 'reconnecting' && { reconnectsIn: follow.pauseMs }),
    ...(reconnectCause !== undefined && { reconnectCause }),
    ...(problem && {
      problem: {
        message: problem.message,
        ...(problem.detail !== undefined && { detail: problem.detail }),
        cures: problem.cures.map(({ label, icon }) => ({ label, icon })),
        ...(problem.needsCure && { needsCure: true }),
      },
    }),
  };
}
