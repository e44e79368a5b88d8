import * as vscode from 'vscode';
import { type Problem, toPageProblem } from '../editor/problem.ts';
import { omitUndefined } from '../fields.ts';
import { describeEmptyDeploymentLog } from './deploymentTexts.ts';
import { getTextLimit } from './limits.ts';
import type { LogPageState } from './protocol.ts';
import { describeDelay, describeEmptyLog, describeServiceFilter, formatRange } from './rangeTexts.ts';
import type { LogSessionStatus } from './read/sessionStatus.ts';
import type { PanelIdentity } from './savedState.ts';
import type { Verdict } from './verdict/verdictSchema.ts';

interface PageStateContext {
  /** The description of the session's failure. */
  readonly problem: Problem | undefined;
  /** Returns the message for the error because of which live polling reconnects. */
  readonly toMessage: (error: unknown) => string | undefined;
  /** Whether the environment was deleted. */
  readonly isDeleted: boolean;
  /** Milliseconds until the next attempt, if the service requested a delay. */
  readonly retryInMs: number | undefined;
  /** The result of the deployment. `undefined` for the log of an environment. */
  readonly verdict: Verdict | undefined;
  /** The text about the failure of the environment's latest deployment. */
  readonly failedDeployment: string | undefined;
}

/** Creates the state that the page shows besides the rows. */
export function toLogPageState(
  identity: PanelIdentity,
  status: LogSessionStatus,
  { problem, toMessage, isDeleted, retryInMs, verdict, failedDeployment }: PageStateContext,
): LogPageState {
  const {
    query,
    task,
    progress,
    stopReason,
    searchedBackTo,
    isLive,
    isStarted,
    readAt,
    isTextLimitReached,
    typicalDelayMs,
    polling,
    result,
  } = status;
  const ended = result ?? (isDeleted ? 'deleted' : undefined);
  const reconnectCause = polling.kind === 'reconnecting' ? toMessage(polling.error) : undefined;
  return {
    identity,
    range: formatRange(query.range),
    empty: identity.deploymentId === undefined ? describeEmptyLog(query) : describeEmptyDeploymentLog(result),
    serviceConditions: describeServiceFilter(query.filter),
    isLive,
    ...omitUndefined({ task, retryInMs: task && retryInMs, progress, stopReason }),
    ...(isTextLimitReached && { textLimitText: describeTextLimit() }),
    ...(readAt !== undefined && !isLive && !query.range?.until && !ended && { staleSince: readAt }),
    ...(typicalDelayMs !== undefined && isLive && { delayText: describeDelay(typicalDelayMs) }),
    canLoadNewer: isStarted && !isLive && task === undefined && !ended && !problem?.isPermanent,
    ...omitUndefined({
      ended: ended && describeEnd(verdict),
      verdict,
      failedDeployment,
      searchedBackTo,
      reconnectCause,
    }),
    ...(polling.kind === 'reconnecting' && { reconnectInMs: polling.pauseMs }),
    ...omitUndefined({ problem: problem && toPageProblem(problem) }),
  };
}

function describeTextLimit(): string {
  const megabytes = (getTextLimit() / 1_000_000).toLocaleString(vscode.env.language);
  return vscode.l10n.t('Text limit of {0} MB reached', megabytes);
}

function describeEnd(verdict: Verdict | undefined): { readonly text: string; readonly icon: string } {
  if (verdict) return { text: verdict.headline, icon: verdict.icon };
  return { text: vscode.l10n.t('Ended: the environment was deleted'), icon: 'circle-slash' };
}
