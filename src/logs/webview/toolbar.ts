import { html, nothing, type TemplateResult } from 'lit/html.js';
import { findBox } from '../../editor/webview/findBox.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import { type LevelGroup, levelGroups, splitFilter } from '../filter.ts';
import type { LogTextName } from '../pageTexts.ts';
import { shortenRequestId, toDateAndTime } from '../rowText.ts';
import { type FrameActions, type FrameView, findPause, isDeploymentLog } from './frameView.ts';
import { formatOperation } from './summary.ts';

const levelNames: Readonly<Record<LevelGroup, LogTextName>> = {
  ERROR: 'levelError',
  WARNING: 'levelWarning',
  INFO: 'levelInfo',
  DEBUG: 'levelDebug',
  OTHER: 'levelOther',
};

const levelIcons: Readonly<Record<LevelGroup, string>> = {
  ERROR: 'error',
  WARNING: 'warning',
  INFO: 'info',
  DEBUG: 'bug',
  OTHER: 'arrow-swap',
};

/**
 * Renders the toolbar: live mode and range, levels, the view, the export, and the filter with its conditions. CSS shows
 * separators between these groups.
 */
export function renderToolbar(view: FrameView, actions: FrameActions): TemplateResult {
  const { state } = view;
  return html`
    <div class="line">
      ${
        state.ended && isDeploymentLog(state)
          ? nothing
          : html`<div class="group">
              ${state.ended ? nothing : renderLiveButton(view, actions)}
              ${isDeploymentLog(state) ? nothing : renderRangeButton(view, actions)}
            </div>`
      }
      ${
        isDeploymentLog(state)
          ? nothing
          : html`<div class="group levels">${levelGroups.map((level) => renderLevelButton(level, view, actions))}</div>`
      }
      <div class="options">${renderOptionButtons(view, actions)}</div>
    </div>
    <div class="line">
      ${renderRequestChip(view, actions)} ${renderOperationChip(view, actions)} ${renderTimeChip(view, actions)} ${renderServiceChips(view, actions)} ${renderFindBox(view, actions)}
    </div>
  `;
}

/**
 * Renders the button of the live mode, which is pressed while the list follows new entries. Its label is constant, so that
 * no other element moves: only its icon shows the state.
 */
function renderLiveButton(view: FrameView, actions: FrameActions): TemplateResult {
  const { state, texts } = view;
  const isReconnecting = state.reconnectInMs !== undefined;
  const pause = isReconnecting ? undefined : findPause(view);
  const text = isReconnecting ? texts.liveReconnecting : pause?.text;
  return button(
    html`<span class="words">${texts.live}</span>`,
    {
      icon: pause ? 'play' : state.isLive ? 'circle-filled' : 'circle-outline',
      className: `tool live ${isReconnecting ? 'reconnecting' : pause ? 'paused' : ''}`,
      hint: [...(text === undefined ? [] : [text]), texts.liveHint].join('\n'),
      accessibleName: texts.live,
      isPressed: state.isLive && !pause,
    },
    () => (pause ? actions.follow() : actions.post({ kind: 'live', isOn: !state.isLive })),
  );
}

function renderRangeButton({ state, texts, options }: FrameView, actions: FrameActions): TemplateResult {
  const zone = options.isUtc ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return button(
    html`<span class="words">${state.range}</span>${icon('chevron-down', 'small')}`,
    {
      icon: 'history',
      className: 'tool range',
      hint: `${state.range}\n${formatText(texts.rangeHint, zone)}`,
    },
    () => actions.post({ kind: 'chooseRange' }),
  );
}

/** Renders a level button. In narrow panels, CSS replaces the label by the icon. */
function renderLevelButton(level: LevelGroup, view: FrameView, actions: FrameActions): TemplateResult {
  const { filter, texts, counts, formatNumber } = view;
  const isPressed = filter.levels.includes(level);
  const levels = isPressed ? filter.levels.filter((other) => other !== level) : [...filter.levels, level];
  const count = counts[level];
  const label = `${texts[levelNames[level]]} ${formatNumber(count)}`;
  const hint = level === 'OTHER' ? texts.levelOtherHint : texts.levelHint;
  return button(
    html`<span class="words">${texts[levelNames[level]]}</span>
      <span class="count">${count < 10_000 ? formatNumber(count) : view.formatCompact(count)}</span>`,
    {
      icon: levelIcons[level],
      className: `tool level ${level.toLowerCase()} ${count === 0 ? 'none' : ''}`,
      hint: `${label}\n${hint}`,
      accessibleName: label,
      isPressed,
    },
    () => actions.setFilter({ ...filter, levels }),
  );
}

/** Renders an active filter condition with a button that removes it. */
function renderChip(
  text: string,
  hint: string,
  remove: () => void,
  leadingIcon: PageTemplate = nothing,
): TemplateResult {
  const label = html`${leadingIcon}<span class="words">${text}</span>${icon('close', 'small')}`;
  return button(label, { className: 'chip', hint }, remove);
}

function renderRequestChip({ filter, texts }: FrameView, actions: FrameActions): PageTemplate {
  const { requestId, ...others } = filter;
  if (requestId === undefined) return nothing;
  const label = formatText(texts.request, shortenRequestId(requestId));
  return renderChip(label, `${requestId}\n${texts.clearRequest}`, () => actions.setFilter(others));
}

function renderOperationChip({ filter, texts }: FrameView, actions: FrameActions): PageTemplate {
  const { operation, ...others } = filter;
  if (!operation) return nothing;
  const label = formatOperation(operation, texts);
  return renderChip(label, `${label}\n${texts.clearOperation}`, () => actions.setFilter(others));
}

function renderServiceChips({ state, texts }: FrameView, actions: FrameActions): TemplateResult[] {
  return state.serviceConditions.map(({ part, label }) => {
    const hint = `${formatText(texts.searchedOnService, label)}\n${texts.removeServiceCondition}`;
    return renderChip(label, hint, () => actions.removeServiceCondition(part), icon('cloud', 'small'));
  });
}

function renderTimeChip({ filter, texts, options }: FrameView, actions: FrameActions): PageTemplate {
  const { time, ...others } = filter;
  if (!time) return nothing;
  const formatTime = (ms: number) => toDateAndTime(ms, options.isUtc).clock.slice(0, 8);
  const label = `${formatTime(time.from)} – ${formatTime(time.until)}`;
  return renderChip(label, texts.clearTime, () => actions.setFilter(others));
}

function renderOptionButtons(
  { state, options, texts, isSummaryOpen }: FrameView,
  actions: FrameActions,
): TemplateResult {
  const toggle = (
    name: 'isGrouped' | 'isWrapped' | 'hasHistogram',
    labels: Pick<OptionButton, 'label' | 'hint'>,
    id: string,
  ) =>
    renderOptionButton({ ...labels, id, isPressed: options[name] }, () =>
      actions.setOptions({ ...options, [name]: !options[name] }),
    );
  const summary = {
    label: texts.summaryLabel,
    hint: texts.summaryHint,
    id: 'table',
    isPressed: isSummaryOpen,
  };
  return html`<div class="group">
      ${
        isDeploymentLog(state)
          ? nothing
          : html`${toggle('hasHistogram', { label: texts.histogramLabel, hint: texts.toggleHistogram }, 'graph')}
              ${toggle('isGrouped', { label: texts.groupLabel, hint: texts.group }, 'group-by-ref-type')}
              ${renderOptionButton(summary, actions.toggleSummary)}`
      }
      ${toggle('isWrapped', { label: texts.wrapLabel, hint: texts.wrap }, 'word-wrap')}
    </div>
    <div class="group">
      ${renderOptionButton({ label: texts.exportLabel, hint: texts.exportLogs, id: 'export' }, () => actions.post({ kind: 'exportLogs' }))}
      ${toolButton(texts.more, 'ellipsis', () => actions.post({ kind: 'more', options, isSummaryOpen }))}
    </div>`;
}

interface OptionButton {
  /** The visible label in a wide panel. `hint` contains it. */
  readonly label: string;
  readonly hint: string;
  /** The name of the codicon. */
  readonly id: string;
  readonly isPressed?: boolean;
}

function renderOptionButton({ label, hint, id, isPressed }: OptionButton, run: () => void): TemplateResult {
  const className = isPressed === undefined ? 'tool wide-only' : 'tool';
  const state = isPressed === undefined ? {} : { isPressed };
  return button(
    html`<span class="words">${label}</span>`,
    { icon: id, className, hint, accessibleName: hint, ...state },
    run,
  );
}

function renderFindBox(view: FrameView, actions: FrameActions): TemplateResult {
  const { filter, texts, find, formatNumber } = view;
  const { find: query, isHighlighting } = filter;
  const searchServiceButton = toolButton(texts.searchServiceHint, 'cloud', actions.searchService, {
    accessibleName: texts.searchService,
    isDisabled: !splitFilter(filter).hasServicePart,
  });
  return findBox(
    { ...find, texts: texts, formatNumber, query, isHighlighting },
    {
      changeQuery: (change) => actions.setFilter({ ...filter, find: change(query) }),
      setHighlighting: (isOn) => actions.setFilter({ ...filter, isHighlighting: isOn }),
      find: actions.goToMatch,
    },
    isDeploymentLog(view.state) ? nothing : searchServiceButton,
  );
}
