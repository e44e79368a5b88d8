import type { Problem } from '../editor/problem.ts';
import type { ViewState } from './protocol.ts';
import { emptyText, onServiceText, rangeLabel } from './rangeWords.ts';
import type { PanelIdentity } from './savedState.ts';
import type { SessionState } from './session.ts';

/** What the page shows beside the rows, in words. `problem`: the session's failure, described. */
export function viewState(
  identity: PanelIdentity,
  state: SessionState,
  problem: Problem | undefined,
): ViewState {
  const { query, task, stopped, nothingBefore, isLive, follow } = state;
  return {
    identity,
    range: rangeLabel(query.range),
    empty: emptyText(query),
    onService: onServiceText(query.filter),
    isLive,
    ...(task && { task }),
    ...(stopped && { stopped }),
    ...(nothingBefore !== undefined && { nothingBefore }),
    ...(follow.kind === 'reconnecting' && { reconnectsIn: follow.pauseMs }),
    ...(problem && {
      problem: {
        message: problem.message,
        ...(problem.detail !== undefined && { detail: problem.detail }),
        cures: problem.cures.map(({ label, icon }) => ({ label, icon })),
      },
    }),
  };
}
