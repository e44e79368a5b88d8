import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type Filter, isNarrowing, type LevelGroup, levelGroups } from '../filter.ts';
import type { ViewState } from '../protocol.ts';
import { shortId } from '../rowText.ts';
import { fill, type StringName, type Strings } from '../strings.ts';
import { icon } from './icon.ts';

/** What the toolbar shows. */
export interface ToolbarView {
  readonly state: ViewState;
  readonly strings: Strings;
  readonly filter: Filter;
  readonly counts: Readonly<Record<LevelGroup, number>>;
  readonly number: (value: number) => string;
}

/** What the toolbar can ask for. */
export interface ToolbarActions {
  setLive(isOn: boolean): void;
  chooseRange(): void;
  setFilter(filter: Filter): void;
  searchService(): void;
  clearService(): void;
}

const levelNames: Readonly<Record<LevelGroup, StringName>> = {
  ERROR: 'levelError',
  WARNING: 'levelWarning',
  INFO: 'levelInfo',
  DEBUG: 'levelDebug',
  OTHER: 'levelOther',
};

/** The bar over the list: live, range, levels, request, filter, search on the service. */
export function toolbar(view: ToolbarView, actions: ToolbarActions): TemplateResult {
  const { state, strings } = view;
  return html`
    <div class="group">
      <button
        type="button"
        class="tool live"
        aria-pressed=${String(state.isLive)}
        title=${strings.liveHint}
        @click=${() => actions.setLive(!state.isLive)}
      >
        ${icon(state.isLive ? 'circle-filled' : 'circle-outline')}<span>${strings.live}</span>
      </button>
      <button type="button" class="tool range" title=${strings.rangeHint} @click=${actions.chooseRange}>
        ${icon('history')}<span>${state.range}</span>${icon('chevron-down', 'small')}
      </button>
    </div>
    <div class="group levels">${levelGroups.map((level) => levelButton(level, view, actions))}</div>
    ${requestChip(view, actions)} ${serviceChip(view, actions)}
    <div class="group search">${filterBox(view, actions)}</div>
  `;
}

function levelButton(level: LevelGroup, view: ToolbarView, actions: ToolbarActions): TemplateResult {
  const { filter, strings, counts, number } = view;
  const isOn = filter.levels.includes(level);
  const levels = isOn ? filter.levels.filter((one) => one !== level) : [...filter.levels, level];
  return html`<button
    type="button"
    class="tool level ${level.toLowerCase()} ${counts[level] === 0 ? 'none' : ''}"
    aria-pressed=${String(isOn)}
    title=${level === 'OTHER' ? strings.levelOtherHint : strings.levelHint}
    @click=${() => actions.setFilter({ ...filter, levels })}
  >
    <span>${strings[levelNames[level]]}</span> <span class="count">${number(counts[level])}</span>
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
    <span>${fill(strings.request, shortId(requestId))}</span>${icon('close', 'small')}
  </button>`;
}

function serviceChip(
  { state, strings }: ToolbarView,
  actions: ToolbarActions,
): TemplateResult | typeof nothing {
  if (state.onService === '') return nothing;
  return html`<button type="button" class="chip" title=${strings.clearSearch} @click=${actions.clearService}>
    ${icon('cloud', 'small')}<span>${fill(strings.onService, state.onService)}</span>${icon('close', 'small')}
  </button>`;
}

function filterBox({ filter, strings }: ToolbarView, actions: ToolbarActions): TemplateResult {
  const onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) actions.setFilter({ ...filter, text: event.target.value });
  };
  const canSearch = isNarrowing({
    levels: filter.levels.filter((one) => one !== 'OTHER'),
    text: filter.text,
  });
  return html`<div class="filter">
      ${icon('filter', 'small')}
      <input
        type="text"
        spellcheck="false"
        autocomplete="off"
        .value=${filter.text}
        placeholder=${strings.filter}
        aria-label=${strings.filterHint}
        title=${strings.filterHint}
        @input=${onInput}
      />
      ${
        filter.text === ''
          ? nothing
          : html`<button
              type="button"
              class="tool"
              title=${strings.clearFilter}
              aria-label=${strings.clearFilter}
              @click=${() => actions.setFilter({ ...filter, text: '' })}
            >
              ${icon('close')}
            </button>`
      }
    </div>
    <button
      type="button"
      class="tool"
      title=${strings.searchServiceHint}
      aria-label=${strings.searchService}
      ?disabled=${!canSearch}
      @click=${actions.searchService}
    >
      ${icon('cloud')}
    </button>`;
}
