import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon } from '../../editor/webview/parts.ts';
import { type LevelGroup, levelGroups } from '../filter.ts';
import { clockParts, shortId } from '../rowText.ts';
import type { StringName } from '../strings.ts';
import { isDeployment } from './deployment.ts';
import { findBox } from './findBox.ts';
import type { ToolbarActions, ToolbarView } from './frameView.ts';

const levelNames: Readonly<Record<LevelGroup, StringName>> = {
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

/** The bar over the list: live, range, levels, request, filter, search on the service. */
export function toolbar(view: ToolbarView, actions: ToolbarActions): TemplateResult {
  const { state } = view;
  return html`
    <div class="line">
      ${state.ended ? nothing : liveButton(view, actions)}
      ${
        isDeployment(state)
          ? nothing
          : html`${rangeButton(view, actions)}
              <div class="levels">${levelGroups.map((level) => levelButton(level, view, actions))}</div>`
      }
      <div class="options">${optionButtons(view, actions)}</div>
    </div>
    <div class="line">
      ${requestChip(view, actions)} ${timeChip(view, actions)} ${serviceChips(view, actions)} ${findBox(view, actions)}
    </div>
  `;
}

function liveButton({ state, strings }: ToolbarView, actions: ToolbarActions): TemplateResult {
  const isReconnecting = state.reconnectsIn !== undefined;
  return html`<button
    type="button"
    class="tool live ${isReconnecting ? 'reconnecting' : ''}"
    aria-pressed=${String(state.isLive)}
    aria-label=${isReconnecting ? strings.liveReconnecting : strings.live}
    title=${strings.liveHint}
    @click=${() => actions.post({ kind: 'live', isOn: !state.isLive })}
  >
    ${icon(state.isLive ? 'circle-filled' : 'circle-outline')}<span class="words">${strings.live}</span>
  </button>`;
}

function rangeButton({ state, strings, options }: ToolbarView, actions: ToolbarActions): TemplateResult {
  const zone = options.isUtc ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return html`<button
    type="button"
    class="tool range"
    title=${`${state.range}\n${formatText(strings.rangeHint, zone)}`}
    @click=${() => actions.post({ kind: 'chooseRange' })}
  >
    ${icon('history')}<span class="words">${state.range}</span>${icon('chevron-down', 'small')}
  </button>`;
}

/** Narrow panels show its icon in place of its name. */
function levelButton(level: LevelGroup, view: ToolbarView, actions: ToolbarActions): TemplateResult {
  const { filter, strings, counts, number } = view;
  const isOn = filter.levels.includes(level);
  const levels = isOn ? filter.levels.filter((one) => one !== level) : [...filter.levels, level];
  const count = counts[level];
  const label = `${strings[levelNames[level]]} ${number(count)}`;
  const hint = level === 'OTHER' ? strings.levelOtherHint : strings.levelHint;
  return html`<button
    type="button"
    class="tool level ${level.toLowerCase()} ${count === 0 ? 'none' : ''}"
    aria-pressed=${String(isOn)}
    aria-label=${label}
    title=${`${label}\n${hint}`}
    @click=${() => actions.setFilter({ ...filter, levels })}
  >
    ${icon(levelIcons[level])}<span class="words">${strings[levelNames[level]]}</span>
    <span class="count">${count < 10_000 ? number(count) : view.compact(count)}</span>
  </button>`;
}

function requestChip(
  { filter, strings }: ToolbarView,
  actions: ToolbarActions,
): TemplateResult | typeof nothing {
  const { requestId, ...others } = filter;
  if (requestId === undefined) return nothing;
  return html`<button
    type="button"
    class="chip"
    title=${`${requestId}\n${strings.clearRequest}`}
    @click=${() => actions.setFilter(others)}
  >
    <span class="words">${formatText(strings.request, shortId(requestId))}</span>${icon('close', 'small')}
  </button>`;
}

function serviceChips({ state, strings }: ToolbarView, actions: ToolbarActions): TemplateResult[] {
  return state.onService.map(({ part, words }) => {
    const title = `${formatText(strings.onService, words)}\n${strings.clearSearch}`;
    return html`<button type="button" class="chip" title=${title} @click=${() => actions.clearService(part)}>
      ${icon('cloud', 'small')}<span class="words">${words}</span>${icon('close', 'small')}
    </button>`;
  });
}

function timeChip(
  { filter, strings, options }: ToolbarView,
  actions: ToolbarActions,
): TemplateResult | typeof nothing {
  const { time, ...others } = filter;
  if (!time) return nothing;
  const said = (ms: number) => clockParts(ms, options.isUtc).clock.slice(0, 8);
  const words = `${said(time.from)} – ${said(time.until)}`;
  return html`<button
    type="button"
    class="chip"
    title=${strings.clearTime}
    @click=${() => actions.setFilter(others)}
  >
    <span class="words">${words}</span>${icon('close', 'small')}
  </button>`;
}

function optionButtons({ state, options, strings }: ToolbarView, actions: ToolbarActions): TemplateResult {
  const toggle = (name: 'isGrouped' | 'isWrapped' | 'hasHistogram', label: string, id: string) => html`<button
    type="button"
    class="tool"
    title=${label}
    aria-label=${label}
    aria-pressed=${String(options[name])}
    @click=${() => actions.setOptions({ ...options, [name]: !options[name] })}
  >
    ${icon(id)}
  </button>`;
  return html`${toggle('hasHistogram', strings.toggleHistogram, 'graph')}
    ${isDeployment(state) ? nothing : toggle('isGrouped', strings.group, 'group-by-ref-type')}
    ${toggle('isWrapped', strings.wrap, 'word-wrap')}
    <button type="button" class="tool" title=${strings.more} aria-label=${strings.more} @click=${() => actions.post({ kind: 'more', options })}>
      ${icon('ellipsis')}
    </button>`;
}
