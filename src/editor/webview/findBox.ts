import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FindTexts } from './findTexts.ts';
import { formatText } from './formatText.ts';
import { icon, type PageTemplate, toolButton } from './templates.ts';
import type { TextQuery } from './textQuery.ts';

export interface FindView {
  readonly texts: FindTexts;
  readonly query: TextQuery;
  /** Whether matches are highlighted among all rows. If not, rows without a match are hidden. */
  readonly isHighlighting: boolean;
  /** The reason why the search failed, or `undefined` if it didn't fail. */
  readonly problem: string | undefined;
  readonly isSearching: boolean;
  /** The number of hits (rows with a match), or `undefined` if there is no search. */
  readonly hits: number | undefined;
  /** The number of the active hit, from 1. */
  readonly activeHit: number | undefined;
  readonly formatNumber: (value: number) => string;
}

interface FindActions {
  /** Changes the current search, which can be newer than the drawn one. */
  changeQuery(change: (current: TextQuery) => TextQuery): void;
  setHighlighting(isHighlighting: boolean): void;
  /** Selects the next or the previous match. */
  find(isForward: boolean): void;
}

/**
 * Renders the box for a search, which filters or highlights rows. `otherButtons` are additional buttons of the page.
 */
export function findBox(
  view: FindView,
  actions: FindActions,
  otherButtons: PageTemplate = nothing,
): TemplateResult {
  const { texts, query, isHighlighting } = view;
  const setText = (text: string): void => actions.changeQuery((current) => ({ ...current, text }));
  const toggle = (name: 'isCaseSensitive' | 'isRegex'): void =>
    actions.changeQuery((current) => ({ ...current, [name]: !current[name] }));
  const onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) setText(event.target.value);
  };
  const option = (id: string, label: string, isPressed: boolean, run: () => void) =>
    toolButton(label, id, run, { isPressed });
  const hasProblem = view.problem !== undefined;
  return html`<div class="filter box ${hasProblem ? 'invalid' : ''}">
    ${option('filter', texts.onlyMatches, !isHighlighting, () => actions.setHighlighting(!isHighlighting))}
    <input
      type="text"
      data-key="find"
      spellcheck="false"
      maxlength="10000"
      autocomplete="off"
      .value=${query.text}
      placeholder=${isHighlighting ? texts.find : texts.filter}
      aria-label=${texts.filterHint}
      aria-invalid=${String(hasProblem)}
      title=${texts.filterHint}
      @input=${onInput}
    />
    ${query.text === '' ? nothing : toolButton(texts.clearFilter, 'close', () => setText(''))}
    ${option('case-sensitive', texts.matchCase, query.isCaseSensitive, () => toggle('isCaseSensitive'))}
    ${option('regex', texts.useRegex, query.isRegex, () => toggle('isRegex'))}
    ${otherButtons} ${renderMatchCount(view, actions)}
    ${hasProblem ? html`<div class="invalid-why" role="alert">${view.problem}</div>` : nothing}
  </div>`;
}

/** Renders the number of matches, and the buttons to navigate them. */
function renderMatchCount(view: FindView, actions: FindActions): PageTemplate {
  const { texts, formatNumber, activeHit, hits: count } = view;
  if (view.problem !== undefined) return nothing;
  if (view.isSearching) return icon('loading', 'codicon-modifier-spin');
  if (count === undefined) return nothing;
  const text =
    count === 0
      ? texts.noMatches
      : activeHit === undefined
        ? formatText(count === 1 ? texts.oneMatch : texts.matchCount, formatNumber(count))
        : formatText(texts.matchPosition, formatNumber(activeHit), formatNumber(count));
  const step = (label: string, id: string, isForward: boolean) =>
    toolButton(label, id, () => actions.find(isForward), { isDisabled: count === 0 });
  return html`<span class="found">
    <span class="hits">${text}</span>${step(texts.previousMatch, 'arrow-up', false)}${step(
      texts.nextMatch,
      'arrow-down',
      true,
    )}
  </span>`;
}
