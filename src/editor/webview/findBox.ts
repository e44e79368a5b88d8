import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FindStrings } from './findStrings.ts';
import { formatText } from './formatText.ts';
import { icon, type PageTemplate, toolButton } from './templates.ts';
import type { TextQuery } from './textQuery.ts';

export interface FindView {
  readonly strings: FindStrings;
  readonly query: TextQuery;
  /** What it finds is highlighted among the rest, not shown alone. */
  readonly isHighlighting: boolean;
  /** Why the text can't be looked for. */
  readonly problem: string | undefined;
  readonly isSearching: boolean;
  /** How many rows have the text; undefined: none is looked for. */
  readonly hits: number | undefined;
  /** Which hit is the active one, from 1. */
  readonly nth: number | undefined;
  readonly number: (value: number) => string;
}

interface FindActions {
  setQuery(query: TextQuery): void;
  setHighlighting(isHighlighting: boolean): void;
  /** To the next hit, or the one before. */
  find(isForward: boolean): void;
}

/** The box for a text: what it finds is shown alone, or highlighted among the rest. `more`: buttons of the page. */
export function findBox(view: FindView, actions: FindActions, more: PageTemplate = nothing): TemplateResult {
  const { strings, query, isHighlighting } = view;
  const set = (change: Partial<TextQuery>) => actions.setQuery({ ...query, ...change });
  const onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) set({ text: event.target.value });
  };
  const option = (id: string, label: string, isPressed: boolean, run: () => void) =>
    toolButton(label, id, run, { isPressed });
  const hasProblem = view.problem !== undefined;
  return html`<div class="filter box ${hasProblem ? 'invalid' : ''}">
    ${option('filter', strings.onlyHits, !isHighlighting, () => actions.setHighlighting(!isHighlighting))}
    <input
      type="text"
      data-key="find"
      spellcheck="false"
      maxlength="10000"
      autocomplete="off"
      .value=${query.text}
      placeholder=${isHighlighting ? strings.find : strings.filter}
      aria-label=${strings.filterHint}
      aria-invalid=${String(hasProblem)}
      title=${strings.filterHint}
      @input=${onInput}
    />
    ${query.text === '' ? nothing : toolButton(strings.clearFilter, 'close', () => set({ text: '' }))}
    ${option('case-sensitive', strings.matchCase, query.isCaseSensitive, () =>
      set({ isCaseSensitive: !query.isCaseSensitive }),
    )}
    ${option('regex', strings.useRegex, query.isRegex, () => set({ isRegex: !query.isRegex }))}
    ${more} ${hits(view, actions)}
    ${hasProblem ? html`<div class="invalid-why" role="alert">${view.problem}</div>` : nothing}
  </div>`;
}

/** Where one is among the hits, and the way to the others. */
function hits(view: FindView, actions: FindActions): PageTemplate {
  const { strings, number, nth, hits: count } = view;
  if (view.problem !== undefined) return nothing;
  if (view.isSearching) return icon('loading', 'codicon-modifier-spin');
  if (count === undefined) return nothing;
  const words =
    count === 0
      ? strings.noHits
      : nth === undefined
        ? formatText(count === 1 ? strings.oneHit : strings.hits, number(count))
        : formatText(strings.nthHit, number(nth), number(count));
  const step = (label: string, id: string, isForward: boolean) =>
    toolButton(label, id, () => actions.find(isForward), { isDisabled: count === 0 });
  return html`<span class="found">
    <span class="hits">${words}</span>${step(strings.previousHit, 'arrow-up', false)}${step(
      strings.nextHit,
      'arrow-down',
      true,
    )}
  </span>`;
}
