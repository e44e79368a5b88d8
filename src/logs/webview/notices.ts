import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatDate } from '../../editor/webview/dateTime.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import {
  button,
  createRemedyButton,
  icon,
  type PageTemplate,
  problemBar,
  problemIcon,
  toolButton,
} from '../../editor/webview/templates.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import { canHideRows, splitFilter } from '../filter.ts';
import type { LogPageState } from '../protocol.ts';
import { toDateAndTime } from '../rowText.ts';
import { type FrameActions, type FrameView, findPause, isDeploymentLog } from './frameView.ts';

/** Renders the bar for a failed or stopped task above the rows. Without rows, `renderEmptyState` shows it. */
export function renderNotice(view: FrameView, actions: FrameActions): PageTemplate {
  const { state, texts, loaded } = view;
  if (loaded === 0 || state.task) return nothing;
  if (state.problem) {
    const dismiss = () => actions.post({ kind: 'dismiss' });
    const end = state.problem.isPermanent ? nothing : toolButton(texts.dismiss, 'close', dismiss);
    const role = state.problem.isInformational ? 'status' : 'alert';
    return problemBar(state.problem, createRemedyButton(actions.post), { role, end });
  }
  if (!state.stopReason) return nothing;
  return html`<div class="notice" role="status">
    ${icon('info')}<span class="words">${describeStop(state.stopReason, view)}</span>
    ${renderContinueButton(view, actions)}
  </div>`;
}

/** Renders the bar above the logs of an environment whose latest deployment failed, so that an older one logs. */
export function renderFailedDeployment({ state, texts }: FrameView, { post }: FrameActions): PageTemplate {
  if (state.failedDeployment === undefined) return nothing;
  return html`<div class="notice warning" role="status">
    ${icon('warning')}<span class="words" dir="auto">${state.failedDeployment}</span>
    ${button(texts.showWhy, { className: 'action primary' }, () => post({ kind: 'showFailedDeployment' }))}
  </div>`;
}

function describeStop(
  reason: NonNullable<LogPageState['stopReason']>,
  { texts, loaded, formatNumber }: FrameView,
): string {
  const reasonTexts = {
    canceled: texts.loadingCanceled,
    limit: texts.stoppedAtLimit,
    text: texts.stoppedAtTextLimit,
  };
  return formatText(reasonTexts[reason], formatNumber(loaded));
}

/** Renders the placeholder of an empty list: loading, a problem, or the reason why there are no rows. */
export function renderEmptyState(view: FrameView, actions: FrameActions): PageTemplate {
  const { state, texts, filter, loaded, shown, formatNumber } = view;
  const isReading = loaded === 0 && (state.task === 'latest' || state.task === 'range');
  if (isReading || view.isWaiting) {
    return html`<div class="waiting">${renderSpinner()}
      <p>${orRetryCountdown(texts.loading, view)}</p>
      ${isReading ? renderCancelButton(view, actions) : nothing}</div>`;
  }
  if (shown > 0) return nothing;
  if (loaded === 0 && state.problem) {
    return html`<span class="large">${problemIcon(state.problem)}</span>
      <p role="alert">${state.problem.message}</p>
      ${state.problem.detail ? html`<p class="detail">${state.problem.detail}</p>` : nothing}
      <div class="actions">${state.problem.remedies.map(({ label }, index) => createRemedyButton(actions.post)(label, index))}</div>`;
  }
  if (loaded === 0 && state.stopReason) {
    return html`<p>${describeStop(state.stopReason, view)}</p>
      <div class="actions">${renderContinueButton(view, actions)}</div>`;
  }
  if (loaded > 0 && canHideRows(filter)) {
    return html`<span class="large">${icon('filter')}</span>
      <p>${loaded === 1 ? texts.filteredOutOne : formatText(texts.filteredOut, formatNumber(loaded))}</p>
      <div class="actions">
        ${button(texts.clearFilters, { className: 'action primary' }, actions.clearFilters)}
        ${
          isDeploymentLog(state) || !splitFilter(filter).hasServicePart
            ? nothing
            : button(texts.searchService, { hint: texts.searchServiceHint }, actions.searchService)
        }
      </div>`;
  }
  const older = renderOlder(view, actions);
  const isOnlyLink = state.task === undefined && state.searchedBackTo === undefined;
  return html`<span class="large">${icon('list-flat')}</span>
    <p>${state.empty}</p>
    <div class="actions">
      ${isWithoutCalls(state) ? renderInspectButton(view, actions) : nothing}
      ${isOnlyLink ? older : nothing}
    </div>
    ${isOnlyLink ? nothing : html`<div class="actions">${older}</div>`}`;
}

function renderInspectButton({ texts }: FrameView, { post }: FrameActions): TemplateResult {
  return button(texts.inspectServer, { className: 'action primary' }, () =>
    post({ kind: 'runAction', action: 'inspectServer' }),
  );
}

/** Whether an environment that exists has no entries at all, so that calling its server helps. */
function isWithoutCalls(state: LogPageState): boolean {
  return (
    !isDeploymentLog(state) && !state.ended && !state.identity.range && state.serviceConditions.length === 0
  );
}

/** Renders the bar above the first row. Its height is constant. Without rows, `renderEmptyState` shows its content. */
export function renderOlderBar(view: FrameView, actions: FrameActions): PageTemplate {
  return view.loaded + view.shown === 0 ? nothing : renderOlder(view, actions);
}

/** Renders the link that loads older entries, and its result. */
function renderOlder(view: FrameView, actions: FrameActions): PageTemplate {
  const { state, texts, loaded } = view;
  if (state.task === 'older') {
    return html`${renderSpinner()}<span>${orRetryCountdown(texts.loadingOlder, view)}</span>
      ${renderCancelButton(view, actions)}`;
  }
  const isFirstReadIncomplete =
    loaded === 0 && (state.problem !== undefined || state.stopReason !== undefined);
  if (state.task || isFirstReadIncomplete || isDeploymentLog(state)) return nothing;
  const { searchedBackTo } = state;
  if (searchedBackTo === undefined) {
    return renderLinkButton(texts.loadOlder, actions.loadOlder);
  }
  return html`<span>${formatText(texts.nothingOlder, formatDate(searchedBackTo, document.documentElement.lang || undefined))}</span>
    ${renderLinkButton(texts.searchFurther, actions.loadOlder)}`;
}

/** Renders the link below the last row that loads newer entries, if they aren't loaded automatically. */
export function renderNewerBar(view: FrameView, actions: FrameActions): PageTemplate {
  const { state, texts, loaded } = view;
  if (loaded === 0) return nothing;
  if (state.task === 'newer') {
    return html`${renderSpinner()}<span>${orRetryCountdown(texts.loadingNewer, view)}</span>
      ${renderCancelButton(view, actions)}`;
  }
  if (!state.canLoadNewer) return nothing;
  return renderLinkButton(texts.loadNewer, actions.loadNewer);
}

/** Renders the line below the list with the number of rows and the current activity. */
export function renderStatusLine(view: FrameView, actions: FrameActions): TemplateResult {
  const { state, texts, filter, loaded, shown, formatNumber } = view;
  const counts = canHideRows(filter)
    ? formatText(texts.shownOfLoaded, formatNumber(shown), formatNumber(loaded))
    : loaded === 1
      ? texts.oneEntry
      : formatText(texts.entries, formatNumber(loaded));
  const isReading = loaded > 0 && (state.task === 'latest' || state.task === 'range');
  return html`<span class="counts">${loaded === 0 ? nothing : counts}</span>
    ${isReading ? nothing : renderDurations(view, actions)}
    ${
      isReading
        ? html`<span class="doing">${renderSpinner()}${orRetryCountdown(describeLoading(view), view)}</span>
          ${renderCancelButton(view, actions)}`
        : nothing
    }
    ${state.textLimitText === undefined ? nothing : renderTextLimit(view, state.textLimitText)}
    ${state.ended && !state.verdict && !state.problem?.isPermanent ? renderEnd(state.ended) : nothing}
    ${state.reconnectInMs === undefined || isWaitingForRetry(view) ? renderLiveState(view) : renderReconnecting(view)}`;
}

/** Renders the percentiles of the requests' durations, and the button that goes to the slowest request. */
function renderDurations({ durations, texts, formatNumber }: FrameView, actions: FrameActions): PageTemplate {
  if (!durations) return nothing;
  const { count, p50, p95, slowest } = durations;
  const label = formatText(texts.slowest, formatDuration(slowest));
  return html`<span class="percentiles" title=${formatText(texts.percentilesHint, formatNumber(count))}
      >${formatText(texts.percentiles, formatDuration(p50), formatDuration(p95))}</span>
    ${button(label, { className: 'link slowest', hint: texts.slowestHint }, actions.goToSlowest)}`;
}

function describeLoading({ state, texts, loaded, formatNumber, formatPercent }: FrameView): string {
  if (state.progress === undefined) return formatText(texts.loadingSoFar, formatNumber(loaded));
  return formatText(texts.loadingWithProgress, formatPercent(state.progress), formatNumber(loaded));
}

/** Returns the countdown to the next attempt if the service requested a delay. Otherwise returns `text`. */
function orRetryCountdown(text: string, view: FrameView): string {
  return isWaitingForRetry(view) ? formatText(view.texts.waitingForRetry, view.secondsLeft) : text;
}

function isWaitingForRetry({ state, secondsLeft }: FrameView): boolean {
  return state.retryInMs !== undefined && secondsLeft > 0;
}

/** Renders whether the rows are up to date. */
function renderLiveState(view: FrameView): PageTemplate {
  const { state, texts, loaded, options } = view;
  if (loaded === 0 || state.task || state.ended) return nothing;
  // A narrow panel cuts the text off.
  const renderText = (text: string, hints: readonly string[] = []) =>
    html`<span class="live-state" title=${[text, ...hints].join('\n')}>${text}</span>`;
  if (state.staleSince !== undefined) {
    const { clock } = toDateAndTime(state.staleSince, options.isUtc);
    return renderText(formatText(texts.staleSince, clock.slice(0, 8)));
  }
  if (!state.isLive) return nothing;
  const pause = findPause(view);
  const parts = [pause?.text ?? texts.live, ...(state.delayText === undefined ? [] : [state.delayText])];
  return renderText(parts.join(' · '), pause && [pause.hint]);
}

function renderTextLimit({ texts }: FrameView, text: string): TemplateResult {
  return html`<span class="doing text-full" role="status" title=${texts.textLimitHint}>${icon('info')}${text}</span>`;
}

function renderEnd(ended: NonNullable<LogPageState['ended']>): TemplateResult {
  return html`<span class="doing ended" role="status">${icon(ended.icon)}${ended.text}</span>`;
}

function renderReconnecting({ state, texts, secondsLeft: seconds }: FrameView): TemplateResult {
  const { reconnectCause: cause = '' } = state;
  const countdown = seconds > 0 ? formatText(texts.reconnecting, seconds) : texts.reconnectingNow;
  // The reason comes first, and only its end is cut off.
  return html`<span class="doing warning" title=${`${cause} ${countdown}`.trim()}
    >${icon('warning')}<span class="why">${cause}</span> <span class="countdown">${countdown}</span></span>`;
}

function renderContinueButton({ texts }: FrameView, { post }: FrameActions): TemplateResult {
  return button(texts.continueLoading, { className: 'action primary' }, () => post({ kind: 'retry' }));
}

function renderLinkButton(label: string, onClick: () => void, className = 'link'): TemplateResult {
  return button(label, { className }, onClick);
}

/** Renders a button that appears after a second, because short tasks don't need it. */
function renderCancelButton({ texts }: FrameView, { post }: FrameActions): TemplateResult {
  return renderLinkButton(texts.cancel, () => post({ kind: 'cancel' }), 'link late');
}

function renderSpinner(): TemplateResult {
  return icon('loading', 'codicon-modifier-spin');
}
