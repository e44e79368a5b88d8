import * as vscode from 'vscode';
import { type Problem, toPageProblem } from '../editor/problem.ts';
import { omitUndefined } from '../fields.ts';
import {
  deploymentStatusIcon,
  describeDeploymentResult,
  describeEmptyDeploymentLog,
} from './deploymentTexts.ts';
import { textLimit } from './limits.ts';
import type { LogPageState } from './protocol.ts';
import { describeDelay, describeEmptyLog, describeServiceFilter, formatRange } from './rangeTexts.ts';
import type { DeploymentResult, LogSessionState } from './read/sessionState.ts';
import type { PanelIdentity } from './savedState.ts';

interface PageStateContext {
  /** The description of the session's failure. */
  readonly problem: Problem | undefined;
  /** Returns the message for the error that broke the connection. */
  readonly toProblem: (error: unknown) => string | undefined;
  /** Whether the environment was deleted. */
  readonly isDeleted: boolean;
  /** Milliseconds until the next attempt, if the service requested a delay. */
  readonly waitsFor: number | undefined;
}

/** Creates the state that the page shows besides the rows. */
export function toLogPageState(
  identity: PanelIdentity,
  state: LogSessionState,
  { problem, toProblem, isDeleted, waitsFor }: PageStateContext,
): LogPageState {
  const {
    query,
    task,
    progress,
    stopped,
    nothingBefore,
    isLive,
    isStarted,
    readAt,
    isTextFull,
    lateBy,
    follow,
  } = state;
  const ended = state.ended ?? (isDeleted ? 'deleted' : undefined);
  const reconnectCause = follow.kind === 'reconnecting' ? toProblem(follow.error) : undefined;
  return {
    identity,
    range: formatRange(query.range),
    empty:
      identity.deploymentId === undefined ? describeEmptyLog(query) : describeEmptyDeploymentLog(state.ended),
    onService: describeServiceFilter(query.filter),
    isLive,
    ...omitUndefined({ task, waitsFor: task && waitsFor, progress, stopped }),
    ...(isTextFull && { textFull: describeTextLimit() }),
    ...(readAt !== undefined && !isLive && !query.range?.until && !ended && { staleSince: readAt }),
    ...(lateBy !== undefined && isLive && { late: describeDelay(lateBy) }),
    canLoadNewer: isStarted && !isLive && task === undefined && !ended && !problem?.isFinal,
    ...omitUndefined({ ended: ended && describeEnd(ended), nothingBefore, reconnectCause }),
    ...(follow.kind === 'reconnecting' && { reconnectsIn: follow.pauseMs }),
    ...omitUndefined({ problem: problem && toPageProblem(problem) }),
  };
}

function describeTextLimit(): string {
  const megabytes = (textLimit() / 1_000_000).toLocaleString(vscode.env.language);
  return vscode.l10n.t('Text limit of {0} MB reached', megabytes);
}

function describeEnd(ended: DeploymentResult | 'deleted'): { readonly text: string; readonly icon: string } {
  if (ended !== 'deleted')
    return { text: describeDeploymentResult(ended), icon: deploymentStatusIcon(ended.status) };
  return { text: vscode.l10n.t('Ended: the environment was deleted'), icon: 'circle-slash' };
}
